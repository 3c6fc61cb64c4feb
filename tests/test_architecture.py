"""The house rules that no other tool holds: which folder may import which, what is packaged, and what is loaded before it is used."""

from __future__ import annotations

import ast
import fnmatch
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OUTSIDE = {"tests", "examples", "bench", "docs", "build", "dist"}
"""Folders beside the packages."""

LAYERS = (
    {"models"},
    {"topics", "prompts", "documents", "charts", "evaluation.metrics"},
    {"infra"},
    {"engines", "evaluation"},
    {"agents"},
    {"cli"},
    {""},
)
"""Imports go from a later layer to an earlier one, or within a layer without going round."""

RANK = {package: rank for rank, layer in enumerate(LAYERS) for package in layer}

ONLY_IN = {
    "faust": {"models", "infra"},
    "aiokafka": {"infra"},
    "pymilvus": {"infra"},
    "milvus_lite": {"infra"},
    "fsspec": {"infra", "cli"},
    "pebble": {"infra"},
    "openai": {"infra"},
    "spacy": {"engines"},
    "pypdfium2": {"documents", "charts"},
    "typer": {"cli"},
    "rich": {"cli"},
}
"""Libraries whose traces stay in few folders: what reads documents and charts knows nothing of streams, stores and models."""

HEAVY = {
    "spacy",
    "onnxruntime",
    "rapidocr",
    "cv2",
    "matplotlib",
    "pymilvus",
    "milvus_lite",
    "pyarrow",
    "openai",
    "torch",
    "transformers",
    "s3fs",
}


def modules() -> list[Path]:
    return sorted(path for folder in folders() for path in folder.glob("*.py"))


def folders() -> list[Path]:
    """The packages' folders, the root first."""
    found = [path.parent for path in ROOT.rglob("__init__.py")]
    return sorted(
        folder for folder in found if not set(_parts(folder)) & OUTSIDE and not any(part.startswith(".") for part in _parts(folder))
    )


def _parts(path: Path) -> tuple[str, ...]:
    return path.relative_to(ROOT).parts


def dotted(folder: Path) -> str:
    return ".".join(_parts(folder))


def layer_of(name: str) -> str:
    """The layered package that a dotted name below ``charge_stream`` belongs to."""
    return next((package for package in sorted(RANK, key=len, reverse=True) if name == package or name.startswith(f"{package}.")), "")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of all that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: import by the full name, charge_stream.…"
            yield node.lineno, node.module or ""
            if node.module == "charge_stream":
                yield from ((node.lineno, f"charge_stream.{alias.name}") for alias in node.names)


ALL_IMPORTS = [(path, layer_of(dotted(path.parent)), line, name) for path in modules() for line, name in imports(path)]


def ours() -> Iterator[tuple[str, str, str]]:
    """Importing layer, imported layer, and where; what stands in the root (the version) belongs to all."""
    for path, layer, line, name in ALL_IMPORTS:
        if name.startswith("charge_stream.") and (imported := layer_of(name.removeprefix("charge_stream."))):
            yield layer, imported, f"{path.relative_to(ROOT)}:{line}"


def test_every_package_has_its_layer() -> None:
    tops = {_parts(folder)[0] for folder in folders() if folder != ROOT}
    assert tops == {package.partition(".")[0] for package in RANK} - {""}


def test_imports_go_one_way() -> None:
    against = [f"{where}: {layer} imports {imported}" for layer, imported, where in ours() if RANK[imported] > RANK[layer]]
    assert against == []


def test_packages_of_one_layer_do_not_import_one_another_in_a_circle() -> None:
    beside = {(layer, imported) for layer, imported, _ in ours() if layer != imported and RANK[layer] == RANK[imported]}
    reached = set(beside)
    for _ in RANK:
        reached |= {(start, end) for start, middle in reached for again, end in beside if middle == again}
    assert {start for start, end in reached if start == end} == set()


def test_an_agent_imports_no_other_agent() -> None:
    between = [
        str(path)
        for path, layer, _, name in ALL_IMPORTS
        if layer == "agents" and name.startswith("charge_stream.agents.") and path.stem != "__init__"
    ]
    assert between == []


def test_nothing_is_imported_by_a_bare_name() -> None:
    """``import models`` would make second classes of the same records."""
    bare = {dotted(folder).partition(".")[0] for folder in folders()} - {""}
    assert [f"{path.relative_to(ROOT)}:{line}" for path, _, line, name in ALL_IMPORTS if name.partition(".")[0] in bare] == []


@pytest.mark.parametrize("library", ONLY_IN)
def test_a_library_stays_where_it_belongs(library: str) -> None:
    strays = [
        f"{path.relative_to(ROOT)}:{line}"
        for path, layer, line, name in ALL_IMPORTS
        if name.partition(".")[0] == library and layer.partition(".")[0] not in ONLY_IN[library]
    ]
    assert strays == []


def _setuptools() -> dict[str, object]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: dict[str, object] = settings["tool"]["setuptools"]
    return found


def test_all_packages_are_packaged() -> None:
    """One that is missing works in an editable installation and vanishes from the wheel."""
    named = {".".join(filter(None, ("charge_stream", dotted(folder)))) for folder in folders()}
    listed = _setuptools()["packages"]
    assert isinstance(listed, list)
    assert sorted(listed) == sorted(named)


def test_all_files_that_packages_need_are_packaged() -> None:
    data = _setuptools()["package-data"]
    assert isinstance(data, dict)
    files = [path for folder in folders() if folder != ROOT for path in folder.iterdir() if path.is_file()]
    needed = {path for path in files if path.suffix not in (".py", ".pyc")}
    assert any(path.suffix == ".md" for path in needed)
    packages = {path: ".".join(("charge_stream", dotted(path.parent))) for path in needed}
    assert [
        str(path) for path in sorted(needed) if not any(fnmatch.fnmatch(path.name, glob) for glob in data.get(packages[path], []))
    ] == []


def test_the_command_line_starts_without_anything_heavy() -> None:
    script = f"import sys, charge_stream.cli.main; print(*sorted({HEAVY!r} & sys.modules.keys()))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT.parent)
    assert run.stdout.split() == []
