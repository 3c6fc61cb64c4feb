"""Every setting, with its documentation.

``python -m charge_stream.infra.settings`` prints the reference that stands in ``docs/configuration.md``.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from charge_stream.infra.gateway.settings import COMMON, Count, EndpointSettings, OpenAISettings, RoleSettings, Seconds
from charge_stream.models.errors import UserError
from charge_stream.models.pair import QA_TYPES

ENV_PREFIX = "CHARGE_"
DELIMITER = "__"
EMBEDDED = "embedded"
DEFAULT_QUOTA = 100

_PREFIX = re.compile(r"[a-z][a-z0-9-]{0,39}")  # topics allow hyphens; collections get underscores in their place, and no two prefixes meet
_ADDRESS = re.compile(r"[A-Za-z0-9._-]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5}")


class Settings(BaseSettings):
    """All settings, from the environment (``CHARGE_<NAME>``, nested ``CHARGE_OPENAI__<NAME>``) or given by name; never changed later."""

    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX,
        env_nested_delimiter=DELIMITER,
        env_ignore_empty=True,
        env_parse_none_str="none",
        frozen=True,
        extra="forbid",
        validate_default=True,
    )

    prefix: str = Field(default="charge", description="First part of the names of topics, groups and collections.")
    broker: str = Field(default=EMBEDDED, description="`embedded`, or the brokers of a Kafka cluster as `host:port`, separated by commas.")
    store: str = Field(
        default="./.charge-stream", min_length=1, description="Content store: a folder, or an fsspec URL such as `s3://bucket/folder`."
    )
    index: str = Field(
        default=EMBEDDED, min_length=1, description="`embedded` (Milvus Lite inside the store's folder), or the URI of a Milvus server."
    )
    index_token: SecretStr | None = Field(default=None, description="Token of the Milvus server. Never logged.")
    generation: str = Field(
        default="1",
        pattern=r"^[A-Za-z0-9._-]{1,40}$",
        description="Label that is part of every id; a new one does everything anew and withdraws the old.",
    )
    engine: Literal["rules", "openai"] = Field(
        default="rules", description="Who reads and writes: the embedded rules, or models behind an endpoint."
    )
    encoder: str = Field(
        default="minilm-int8",
        min_length=1,
        description="Encoder of keypoints, questions and references: `minilm-int8`; `e5:`, `bge:`, `clip:` or `siglip:` with a folder or a "
        "repository of the Hugging Face hub; `openai:` with a model that an endpoint serves.",
    )
    encoder_device: Literal["cpu", "cuda", "coreml", "openvino"] = Field(
        default="cpu", description="Where an encoder on disk runs; all but `cpu` need an onnxruntime built for it."
    )
    encoder_threads: Count = Field(default=1, description="Threads of an encoder on disk.")
    encoder_batch: Count = Field(default=32, description="Most texts that are encoded together; `minilm-int8` takes one at a time.")
    encoder_query: str | None = Field(
        default=None, description="What stands before questions; empty: what the encoder's family wants; a space: nothing."
    )
    encoder_passage: str | None = Field(default=None, description="What stands before other texts, likewise.")
    encoder_endpoint: str = Field(
        default=COMMON, description="Endpoint of an `openai:` encoder: `common`, or a name in `CHARGE_OPENAI__ENDPOINTS`."
    )

    in_flight: Count = Field(default=16, description="Records of one partition in work or done but not yet acknowledged.")
    retry_deadline_s: Seconds = Field(
        default=120, description="How long a failure that may pass is retried before the record becomes a dead letter."
    )
    patience_s: Seconds = Field(default=120, description="How long `run` waits for a service that does not answer before it gives up.")
    drain_deadline_s: Seconds = Field(default=30, description="How long records in work may take to finish when a worker is stopped.")
    call_timeout_s: Seconds = Field(
        default=60, description="Longest time for one call to the broker, or for making or loading a collection of the index."
    )
    index_timeout_s: Seconds = Field(default=10, description="Longest time for one search or write of the index.")
    session_s: float = Field(
        default=10, ge=1, le=1800, description="Silence after which a worker counts as dead and others take over; brokers allow 6 to 1800."
    )

    processes: int = Field(default=2, ge=1, le=256, description="Worker processes for parsing and chart reading.")
    process_memory_mb: int = Field(default=3000, ge=64, description="Memory limit of one such process.")
    chart_seconds: Seconds = Field(
        default=20, description="Longest time to work on one chart (of the processor; five times that by the clock)."
    )
    document_seconds: Seconds = Field(default=300, description="Longest time to work on one document, likewise.")
    max_deaths: Count = Field(default=3, description="Times a record may kill its process before it becomes a dead letter.")

    partitions: Count = Field(default=4, description="Partitions of every topic that may have several.")
    replication: Count = Field(default=1, description="Replicas of every topic.")

    max_document_mb: Count = Field(default=200, description="Largest document.")
    max_pages: Count = Field(default=2000, description="Most pages of a document.")
    max_image_megapixels: Count = Field(default=40, description="Largest picture.")

    partners: Count = Field(default=3, description="Nearest keypoints tried as partners (k of CHARGE algorithms 1 and 4 to 11).")
    margin: float = Field(default=3.0, ge=1, description="Proposals admitted per type, as a multiple of its quota.")
    per_keypoint: Count = Field(default=3, description="Most proposals per type that one keypoint may enter.")
    per_document: Count = Field(default=200, description="Most proposals per type that one document may enter.")
    quota: dict[str, int] = Field(
        default_factory=lambda: dict.fromkeys(QA_TYPES, DEFAULT_QUOTA),
        description="Published questions per type: one number for all, or JSON by type (types left out keep 100).",
    )
    quota_mode: Literal["share", "total"] = Field(
        default="share", description="`total`: the quotas bound what is published (`run`); `share`: they are shares of an endless stream."
    )
    relatedness_intra: float = Field(
        default=0.45, ge=-1, le=1, description="Least cosine of two keypoints of one document that are proposed as a pair."
    )
    relatedness_inter: float = Field(
        default=0.55, ge=-1, le=1, description="Least cosine of two keypoints of different documents that are proposed as a pair."
    )
    near_duplicate: float = Field(
        default=0.95, gt=0, le=2, description="Cosine from which two questions count as the same; above 1: never."
    )
    wording_share: float = Field(
        default=0.15, gt=0, le=1, description="Largest share of a type that may be worded alike, where the engine has fixed wordings."
    )
    top_k: tuple[int, ...] = Field(default=(5, 10), min_length=1, description="Numbers of retrieved references that evaluation scores.")

    log_level: Literal["debug", "info", "warning", "error"] = Field(default="warning", description="Least level logged, to stderr.")
    metrics_port: int | None = Field(
        default=None, ge=1, le=65535, description="Port of the Prometheus metrics, on loopback only; empty: not exported."
    )

    openai: OpenAISettings = Field(default=OpenAISettings(), description="The models behind `engine=openai`.")

    @field_validator("prefix")
    @classmethod
    def _prefix(cls, value: str) -> str:
        if not _PREFIX.fullmatch(value):
            raise ValueError("give up to 40 small letters, digits and hyphens, a letter first")
        return value

    @field_validator("broker")
    @classmethod
    def _broker(cls, value: str) -> str:
        if value != EMBEDDED and not all(_ADDRESS.fullmatch(part.strip()) for part in value.split(",")):
            raise ValueError("give `embedded` or `host:port`, several separated by commas")
        return ",".join(part.strip() for part in value.split(","))

    @field_validator("encoder_query", "encoder_passage")
    @classmethod
    def _before(cls, value: str | None) -> str | None:
        return "" if value is not None and not value.strip() else value

    @field_validator("quota", mode="before")
    @classmethod
    def _quota(cls, value: Any) -> Any:
        if isinstance(value, int):
            return dict.fromkeys(QA_TYPES, value)
        if not isinstance(value, Mapping):
            return value
        names = {name.lower(): name for name in QA_TYPES}
        unknown = [str(name) for name in value if str(name).lower() not in names]
        if unknown:
            raise ValueError(f"{unknown[0]} is no type; the types are {', '.join(QA_TYPES)}")
        return {**dict.fromkeys(QA_TYPES, DEFAULT_QUOTA), **{names[str(name).lower()]: number for name, number in value.items()}}

    @field_validator("quota")
    @classmethod
    def _quota_positive(cls, value: dict[str, int]) -> dict[str, int]:
        if any(number < 0 for number in value.values()):
            raise ValueError("a quota is 0 or more")
        return value

    @field_validator("top_k")
    @classmethod
    def _top_k(cls, value: tuple[int, ...]) -> tuple[int, ...]:
        if min(value) < 1 or list(value) != sorted(set(value)):
            raise ValueError("give different numbers from 1, ascending")
        return value

    @model_validator(mode="after")
    def _together(self) -> Self:
        if self.engine == "openai" and not self.openai.usable:
            raise ValueError("engine=openai needs CHARGE_OPENAI__API_KEY, or CHARGE_OPENAI__BASE_URL of an endpoint without keys")
        if self.broker == EMBEDDED and self.replication != 1:
            raise ValueError("the embedded broker keeps one replica: set CHARGE_REPLICATION=1 or CHARGE_BROKER")
        if self.encodes_at_endpoint:
            self.openai.check_encoder(self.encoder.partition(":")[2], self.encoder_endpoint)
        return self

    @property
    def encodes_at_endpoint(self) -> bool:
        """Whether the encoder is a model behind an endpoint."""
        family, _, model = self.encoder.partition(":")
        return family == "openai" and bool(model)

    @classmethod
    def load(cls, **overrides: Any) -> Settings:
        """The settings from the environment, ``overrides`` winning over it (None: not given).

        Raises:
            UserError: a value is wrong or a variable misspelt; one sentence that names it.
        """
        _refuse_misspelt(os.environ)
        try:
            return cls(**{name: value for name, value in overrides.items() if value is not None})
        except ValidationError as error:
            raise UserError(_sentence(error)) from None
        except SettingsError as error:
            match = re.search(r'field "(\w+)"', str(error))
            name = ENV_PREFIX + match.group(1).upper() if match else "a setting"
            raise UserError(f"{name} cannot be read: give it as JSON; docs/configuration.md shows how.") from None


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    own = first["msg"].removeprefix("Value error, ")
    message = own if own != first["msg"] else own[0].lower() + own[1:]
    if not first["loc"]:
        return f"The settings do not fit together: {message}."
    name = ENV_PREFIX + DELIMITER.join(str(part) for part in first["loc"]).upper()
    return f"{name} is wrong: {message} (see docs/configuration.md)."


def _refuse_misspelt(environment: Mapping[str, str]) -> None:
    """A variable that is nearly a setting is a mistake that nobody would notice; others with our prefix may be someone else's."""
    known = [ENV_PREFIX + name.upper() for name in Settings.model_fields]
    for variable in sorted(environment):
        stem = variable.upper().split(DELIMITER)[0]
        if stem.startswith(ENV_PREFIX) and stem not in known:
            near = difflib.get_close_matches(stem, known, n=1, cutoff=0.9)
            if near:
                raise UserError(f"{variable} is no setting; did you mean {near[0]}?")


def reference() -> str:
    """The configuration reference: a Markdown table of every variable, its default and its meaning."""
    lines = ["| variable | default | what it is |", "| --- | --- | --- |"]
    lines += [f"| `{variable}` | {default} | {about} |" for variable, default, about in _rows(Settings, ENV_PREFIX)]
    return "\n".join(lines) + "\n"


NAMED: dict[str, tuple[str, type[BaseModel]]] = {"roles": ("ROLE", RoleSettings), "endpoints": ("NAME", EndpointSettings)}
"""Settings that hold others under a name."""


def _rows(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str, str]]:
    for name, field in model.model_fields.items():
        variable = prefix + name.upper()
        if field.annotation is OpenAISettings:
            yield from _rows(OpenAISettings, variable + DELIMITER)
            continue
        yield variable, _shown(name, field.get_default(call_default_factory=True)), field.description or ""
        if name in NAMED:
            placeholder, inner = NAMED[name]
            yield from _rows(inner, f"{variable}{DELIMITER}<{placeholder}>{DELIMITER}")


def _shown(name: str, default: Any) -> str:
    if name == "quota":
        return f"`{DEFAULT_QUOTA}` each"
    if default is None or default in ({}, ()):
        return ""
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if isinstance(default, tuple):
        return f"`{list(default)}`"
    return f"`{default}`"


PREAMBLE = """# Configuration

Settings come from environment variables, or from the options of a command, which win. An empty variable counts as not set.
A wrong value stops the program with one sentence. Times are in seconds.

This page is made by `python -m charge_stream.infra.settings > docs/configuration.md`.

"""


def page() -> str:
    """The whole of ``docs/configuration.md``."""
    return PREAMBLE + reference()


if __name__ == "__main__":
    print(page(), end="")
