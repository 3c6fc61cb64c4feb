"""The index made anew by another encoder: everything is encoded by it, and nothing of the one before is left or mixed in."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from charge_stream.infra import results
from charge_stream.infra.corpus import reference_rows
from charge_stream.infra.encoders import Encoder, PictureEncoder, load_encoder
from charge_stream.infra.index import Index
from charge_stream.infra.rebuild import rebuild
from charge_stream.infra.settings import Settings
from charge_stream.infra.sources import Sources
from charge_stream.infra.stage import Emission
from charge_stream.infra.store import ContentStore
from charge_stream.models import Candidate, Chart, Checked, Context, Keypoint, Pair, Reading, Verified
from charge_stream.models.errors import UserError
from charge_stream.topics import catalogue as topics

CHECKPOINTS = Path(__file__).parent / "checkpoints"
TYPE = "Single-Point_Text-only"
QUESTION, STATEMENT = "What share of adults agreed?", "41% of adults agreed."


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "store"), call_timeout_s=120, index_timeout_s=60)


async def published(store: ContentStore, encoder: Encoder) -> None:
    """A retained keypoint, and a live question that ``encoder`` has encoded."""
    keypoint = Keypoint("k", "d", "s", "text", STATEMENT, Context(title="T"), "rules", "text-only")
    await results.save(store, "verify", "v", [Emission(topics.VERIFIED, Verified("v", keypoint, [], "retain", QUESTION))])
    candidate = Candidate("q", Pair("p", TYPE, [], 1.0), QUESTION, "41%", "rules", "value", {})
    vector = (await encoder.encode([QUESTION], "query"))[0].tolist()
    checked = Checked(candidate, {}, {}, vector, [], encoder=encoder.name)
    await results.save(store, "check", "q", [Emission(topics.CHECKED, checked)])
    await store.put_if_absent(f"live/{TYPE}/q", b"")


async def best(index: Index, encoder: Encoder) -> list[float]:
    """How near keypoint and question are to what they say, by this encoder."""
    statement = (await encoder.encode([STATEMENT], "passage"))[0]
    keypoints = await index.partners(statement, modality="text", document_id="d", same_document=True, limit=1)
    questions = await index.similar_questions((await encoder.encode([QUESTION], "query"))[0], 1)
    return [hit.score for hit in (*keypoints, *questions)]


@pytest.mark.parametrize("other", ["e5:" + str(CHECKPOINTS / "bert"), "bge:" + str(CHECKPOINTS / "bert")])
async def test_another_encoder_is_refused_until_the_index_is_rebuilt(settings: Settings, other: str) -> None:
    """E5 and BGE of one checkpoint have equally many dimensions: nothing but the name tells them apart."""
    store = ContentStore(settings.store)
    before = load_encoder(settings.model_copy(update={"encoder": "e5:" + str(CHECKPOINTS / "xlm-roberta")}))
    await before.ready()
    index = await Index.open(settings, before)
    await published(store, before)
    assert await rebuild(store, Sources(store), index, before) == {"keypoints": 1, "questions": 1, "references": 0}
    assert await best(index, before) == [1.0, 1.0]
    await index.close()
    after = load_encoder(settings.model_copy(update={"encoder": other}))
    with pytest.raises(UserError, match=r"made by another encoder .* make the index anew with `charge-stream index rebuild`"):
        await Index.open(settings, after)
    index = await Index.open(settings, after, reset=True)
    assert await rebuild(store, Sources(store), index, after) == {"keypoints": 1, "questions": 1, "references": 0}
    assert await best(index, after) == [1.0, 1.0]
    await index.close()


async def test_a_chart_is_encoded_by_its_picture_where_the_encoder_looks_at_pictures(settings: Settings, tmp_path: Path) -> None:
    store = ContentStore(settings.store)
    Image.new("RGB", (60, 40), "navy").save(tmp_path / "chart.png")
    image = await store.put_blob((tmp_path / "chart.png").read_bytes(), "image/png")
    towers, texts = (
        load_encoder(Settings(encoder=f"{name}:{CHECKPOINTS / folder}")) for name, folder in (("clip", "clip"), ("e5", "bert"))
    )
    assert isinstance(towers, PictureEncoder)

    def reading(**fields: object) -> Reading:
        chart = Chart(id="c", document_id="d", position=0, paired=[], headings=[], context=Context(title="T"), title="Wind", **fields)
        return Reading("r", chart, "bar", ["", "2020"], [["Denmark", 1.0]], [], 1.0, False, [], [], "picture", "1")

    seen = await towers.encode_pictures([(tmp_path / "chart.png").read_bytes()])
    (row,) = await reference_rows(reading(image=image), towers, store)
    assert (row.vector.tobytes(), row.text, row.modality) == (seen[0].tobytes(), "Wind. Denmark, 2020", "chart")
    for encoder, chart in ((towers, reading()), (texts, reading(image=image))):
        (row,) = await reference_rows(chart, encoder, store)
        assert row.vector.tobytes() == (await encoder.encode(["Wind. Denmark, 2020"], "passage"))[0].tobytes()
