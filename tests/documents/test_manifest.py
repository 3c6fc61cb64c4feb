"""What a revision changed."""

from __future__ import annotations

import orjson

from charge_stream.documents import Change, Manifest, ManifestEntry, changed_sources


def entry(source: str, blob: str = "1", paired: tuple[str, ...] = ()) -> ManifestEntry:
    return ManifestEntry(source, "chart" if source.startswith("c") else "text", blob, list(paired))


def manifest(offset: int, *entries: ManifestEntry, epoch: int = 1) -> Manifest:
    return Manifest("doc", f"r{epoch}.{offset}", (epoch, offset), {"title": "T"}, list(entries))


def test_json_round_trip_is_exact_and_sorted() -> None:
    one = manifest(3, entry("a", paired=("c",)), entry("c", paired=("a",)))
    assert Manifest.from_data(orjson.loads(one.to_json())) == one
    assert one.to_json().startswith(b'{"context":{"title":"T"},"document_id":"doc","entries":[{"blob":"1",')


def test_first_revision_emits_everything_in_reading_order() -> None:
    assert changed_sources(manifest(0, entry("b"), entry("a")), []) == Change(["b", "a"], [], [])


def test_unchanged_revision_emits_nothing() -> None:
    first = manifest(0, entry("a", paired=("c",)), entry("c", paired=("a",)))
    again = manifest(1, *first.entries)
    assert changed_sources(again, [first]) == Change()


def test_a_source_is_emitted_when_one_it_is_paired_with_changes() -> None:
    first = manifest(0, entry("a", paired=("c",)), entry("b"), entry("c", "old", ("a",)))
    second = manifest(1, entry("a", paired=("c",)), entry("b"), entry("c", "new", ("a",)))
    assert changed_sources(second, [first]).emit == ["a", "c"]


def test_a_changed_pairing_is_a_change_but_its_order_is_not() -> None:
    first = manifest(0, entry("a", paired=("c", "d")), entry("c"), entry("d"))
    assert changed_sources(manifest(1, entry("a", paired=("d", "c")), entry("c"), entry("d")), [first]).emit == []
    assert changed_sources(manifest(1, entry("a", paired=("c",)), entry("c"), entry("d")), [first]).emit == ["a"]


def test_vanished_counts_all_earlier_revisions_and_returned_only_a_gap() -> None:
    first, second = manifest(0, entry("a"), entry("b")), manifest(1, entry("b"), entry("x"))
    third = manifest(2, entry("a"), entry("b"))
    assert changed_sources(second, [first]) == Change(["x"], ["a"], [])
    assert changed_sources(third, [first, second]) == Change(["a"], ["x"], ["a"])


def test_retraction_vanishes_everything_and_a_later_revision_returns_it() -> None:
    first, gone = manifest(0, entry("a"), entry("b")), manifest(1)
    assert changed_sources(gone, [first]) == Change([], ["a", "b"], [])
    assert changed_sources(manifest(0, entry("a"), entry("b"), epoch=2), [gone, first]) == Change(["a", "b"], [], ["a", "b"])


def test_later_manifests_do_not_change_the_answer_of_a_replay() -> None:
    first, second, third = manifest(0, entry("a")), manifest(1, entry("b")), manifest(2, entry("a"), entry("z"))
    assert changed_sources(second, [third, first, second]) == changed_sources(second, [first])
