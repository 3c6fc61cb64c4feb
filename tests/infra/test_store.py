"""The content store on a folder, in memory and on S3 (moto's server): who wins races, what is refused, what failures say."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ports import free_port

from charge_stream.infra import backends
from charge_stream.infra.store import ContentStore, segment, unsegment
from charge_stream.models.errors import Damaged, DependencyDown, Permanent, UserError


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The URL of a bucket on a server that plays S3; its address and keys are in the environment, as in production."""
    from moto.server import ThreadedMotoServer

    port = free_port()
    server = ThreadedMotoServer("127.0.0.1", port, verbose=False)
    server.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("NO_PROXY", "127.0.0.1")
        import s3fs

        s3fs.S3FileSystem(skip_instance_cache=True).mkdir("bucket")
        yield "s3://bucket"
    server.stop()


@pytest.fixture(params=["folder", "memory", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ContentStore]:
    name = hashlib.sha256(request.node.nodeid.encode()).hexdigest()[:16]
    bucket = request.getfixturevalue("s3") if request.param == "s3" else ""
    store = ContentStore({"folder": str(tmp_path / "store"), "memory": f"memory://{name}", "s3": f"{bucket}/{name}"}[request.param])
    yield store
    store.close()


async def test_what_was_put_can_be_got_listed_replaced_and_deleted(store: ContentStore) -> None:
    assert await store.get("a/b/one") is None
    assert not await store.exists("a/b/one")
    await store.put("a/b/one", b"1")
    await store.put("a/two", b"2")
    await store.put("ab/three", b"3")
    await store.put("a/b/one", b"111")
    assert await store.get("a/b/one") == b"111"
    assert await store.exists("a/b/one")
    assert await store.list("a") == await store.list("a/") == ["a/b/one", "a/two"]
    assert await store.list("") == ["a/b/one", "a/two", "ab/three"]
    assert await store.list("nothing") == []
    await store.delete("a/two")
    await store.delete("a/two")
    assert await store.list("a") == ["a/b/one"]


async def test_the_first_writer_wins_and_the_second_gets_its_bytes(store: ContentStore) -> None:
    assert await store.put_if_absent("results/x", b"first") == b"first"
    assert await store.put_if_absent("results/x", b"second") == b"first"
    assert await store.get("results/x") == b"first"


async def test_an_empty_value_is_a_value(store: ContentStore) -> None:
    assert await store.put_if_absent("mark", b"") == b""
    assert await store.put_if_absent("mark", b"later") == b""
    assert await store.exists("mark") and await store.get("mark") == b""


async def test_of_many_writers_at_once_exactly_one_wins(store: ContentStore) -> None:
    offers = [f"writer {number}".encode() for number in range(12)]
    stored = await asyncio.gather(*(store.put_if_absent("race/x", offer) for offer in offers))
    assert len(set(stored)) == 1 and stored[0] in offers
    assert await store.get("race/x") == stored[0]


async def test_a_listing_shows_what_another_client_wrote(store: ContentStore) -> None:
    assert await store.list("seen") == []
    other = ContentStore(store.url)
    await other.put("seen/x", b"")
    assert await store.list("seen") == ["seen/x"]
    other.close()


async def test_a_blob_lies_under_its_hash(store: ContentStore) -> None:
    ref = await store.put_blob(b"picture", "image/png")
    again = await store.put_blob(b"picture", "image/png")
    assert ref == again
    assert ref.sha256 == hashlib.sha256(b"picture").hexdigest() and ref.uri == f"blobs/{ref.sha256}" and ref.bytes == 7
    assert await store.get_blob(ref) == await store.get_blob(ref.sha256) == b"picture"


async def test_a_damaged_or_missing_blob_is_told(store: ContentStore) -> None:
    ref = await store.put_blob(b"picture", "image/png")
    await store.put(ref.uri, b"pictura")
    with pytest.raises(Permanent, match="damaged"):
        await store.get_blob(ref)
    await store.delete(ref.uri)
    with pytest.raises(Permanent, match="missing"):
        await store.get_blob(ref)
    with pytest.raises(Permanent, match="no sha256"):
        await store.get_blob("../../etc/passwd")


async def test_a_torn_blob_is_mended_by_storing_it_again(store: ContentStore) -> None:
    ref = await store.put_blob(b"picture", "image/png")
    await store.put(ref.uri, b"pic")
    await store.put_blob(b"picture", "image/png")
    assert await store.get_blob(ref) == b"picture"


@pytest.mark.parametrize("path", ["../x", "a/../../x", "/etc/passwd", "a//b", "", "a/", ".tmp/x", "a/.hidden", "a\\b", "a\x00b", "x" * 300])
async def test_a_path_that_leads_elsewhere_is_refused(path: str, tmp_path: Path) -> None:
    store = ContentStore(str(tmp_path / "store"))
    for call in (store.get(path), store.put(path, b""), store.put_if_absent(path, b""), store.exists(path), store.delete(path)):
        with pytest.raises(Permanent, match="no path of the store"):
            await call
    assert await ContentStore(str(tmp_path)).list("") == []


@settings(max_examples=50, deadline=None)
@given(st.text(min_size=1, max_size=16))
def test_any_id_becomes_one_safe_part_of_a_path_and_comes_back(name: str) -> None:
    part = segment(name)
    assert "/" not in part and not part.startswith(".") and part.isascii()
    assert unsegment(part) == name


def test_an_id_too_long_for_a_file_name_is_refused() -> None:
    with pytest.raises(Permanent, match="cannot be stored"):
        segment("ä" * 100)
    with pytest.raises(Permanent, match="cannot be stored"):
        segment("\ud800")
    with pytest.raises(Permanent, match="cannot be stored"):
        segment("")


def race(folder: str, offer: bytes, start: Any, results: Any) -> None:
    store = ContentStore(folder)

    async def write() -> list[bytes]:
        return [await store.put_if_absent(f"race/{number}", offer) for number in range(100)]

    start.wait()
    results.put((offer, asyncio.run(write())))


def test_of_two_processes_exactly_one_wins_each_race(tmp_path: Path) -> None:
    """A hundred races of two processes: both must see the same winner in each, and it is one of them."""
    context = multiprocessing.get_context("fork")
    start, results = context.Event(), context.Queue()
    offers = (b"a" * 5000, b"b" * 5000)
    writers = [context.Process(target=race, args=(str(tmp_path), offer, start, results)) for offer in offers]
    for writer in writers:
        writer.start()
    start.set()
    seen = dict(results.get(timeout=30) for _ in writers)
    for writer in writers:
        writer.join()
    assert seen[offers[0]] == seen[offers[1]]
    assert set(seen[offers[0]]) <= set(offers)
    assert [(tmp_path / f"race/{number}").read_bytes() for number in range(100)] == seen[offers[0]]
    assert list((tmp_path / backends.SCRATCH).iterdir()) == []


@pytest.mark.parametrize(
    ("code", "sentence"),
    [(errno.ENOSPC, "no space left"), (errno.EACCES, "does not permit"), (errno.EROFS, "read-only"), (errno.EIO, "does not answer")],
)
async def test_a_disk_that_fails_is_a_dependency_that_is_down(
    code: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = ContentStore(str(tmp_path / "store"))

    def fail(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(DependencyDown, match=sentence) as caught:
        await store.put_if_absent("a/x", b"data")
    assert caught.value.dependency == "store"
    monkeypatch.undo()
    assert await store.list("") == []  # nothing half written is left
    assert await store.put_if_absent("a/x", b"data") == b"data"


def test_a_store_that_cannot_be_made_is_the_users_to_mend(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="CHARGE_STORE"):
        ContentStore(str(tmp_path / "file" / "store"))
    with pytest.raises(UserError, match="CHARGE_STORE"):
        ContentStore("nosuch://place")


async def test_a_missing_bucket_and_a_dead_endpoint_are_told_in_a_sentence(s3: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DependencyDown, match="s3://nobucket does not exist"):
        await ContentStore("s3://nobucket").put("x", b"")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    monkeypatch.setattr("s3fs.S3FileSystem.retries", 1)
    with pytest.raises(DependencyDown, match="does not answer"):
        await ContentStore("s3://bucket").get("x")


def test_only_folders_and_buckets_may_be_shared(tmp_path: Path) -> None:
    assert ContentStore(str(tmp_path)).shared and ContentStore("s3://bucket").shared
    assert not ContentStore("memory://x").shared
    assert ContentStore(str(tmp_path)).folder == tmp_path and ContentStore("memory://x").folder is None


async def test_json_that_was_cut_is_named_with_what_to_do(tmp_path: Path) -> None:
    store = ContentStore(str(tmp_path))
    assert await store.get_json("decisions/a.json") is None
    await store.put("decisions/a.json", b'{"status": "published"}')
    assert await store.get_json("decisions/a.json") == {"status": "published"}
    await store.put("decisions/a.json", b'{"status": "publ')
    with pytest.raises(Damaged) as raised:
        await store.get_json("decisions/a.json")
    assert str(raised.value) == f"decisions/a.json in the store {tmp_path} is damaged: delete that file, then run again."
