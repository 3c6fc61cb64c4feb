"""The compose file, as far as it can be checked without containers: its structure, and that the program understands all it says."""

from __future__ import annotations

import os
import re
from typing import Any

import command_lines
import compose_file
import jsonschema
import pytest

from charge_stream.agents import all_stages
from charge_stream.infra.settings import Settings

EXAMPLE = compose_file.environment(compose_file.ROOT / ".env.example")
COMPOSE = compose_file.load(EXAMPLE)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
PROGRAMS = {name: service for name, service in SERVICES.items() if service["image"].startswith("charge-stream:")}
WORKERS = {name: service for name, service in PROGRAMS.items() if service["command"][0] == "worker"}

DURATION = {"type": "string", "pattern": r"^(\d+h)?(\d+m)?(\d+s)?(\d+ms)?$", "minLength": 2}
STRINGS = {"type": "array", "items": {"type": "string"}}
VARIABLES = {"type": "object", "patternProperties": {r"^[A-Z][A-Z0-9_]*$": {"type": "string"}}, "additionalProperties": False}
HEALTH = {
    "type": "object",
    "properties": {
        "test": {"type": "array", "items": {"type": "string"}, "contains": {"enum": ["CMD", "CMD-SHELL"]}, "minItems": 2},
        "disable": {"const": True},
        "interval": DURATION,
        "timeout": DURATION,
        "start_period": DURATION,
        "retries": {"type": "integer", "minimum": 1},
    },
    "additionalProperties": False,
    "anyOf": [{"required": ["test"]}, {"required": ["disable"]}],
}
CONDITION = {"enum": ["service_started", "service_healthy", "service_completed_successfully"]}
SERVICE = {
    "type": "object",
    "required": ["image"],
    "properties": {
        "image": {"type": "string", "pattern": r"^[a-z0-9./-]+:[A-Za-z0-9._-]+$"},
        "build": {"const": "."},
        "command": STRINGS,
        "entrypoint": STRINGS,
        "environment": VARIABLES,
        "depends_on": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["condition"],
                "properties": {"condition": CONDITION},
                "additionalProperties": False,
            },
        },
        "volumes": {"type": "array", "items": {"type": "string", "pattern": r"^[a-z][a-z-]*:/[a-z/]+$"}},
        "ports": {"type": "array", "items": {"type": "string", "pattern": r"^127\.0\.0\.1:\d+:\d+$"}},
        "healthcheck": HEALTH,
        "restart": {"enum": ["no", "always", "on-failure", "unless-stopped"]},
        "stop_grace_period": DURATION,
        "deploy": {
            "type": "object",
            "properties": {"replicas": {"type": "string", "pattern": r"^\d+$"}},
            "additionalProperties": False,
        },
        "profiles": STRINGS,
        "hostname": {"type": "string"},
        "init": {"type": "boolean"},
        "cap_drop": STRINGS,
        "security_opt": STRINGS,
    },
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "required": ["name", "services", "volumes"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]*$"},
        "services": {"type": "object", "additionalProperties": SERVICE},
        "volumes": {"type": "object", "additionalProperties": {"type": "null"}},
    },
    "patternProperties": {"^x-": {}},
    "additionalProperties": False,
}
"""The part of the Compose Specification that the file uses, and the rules it keeps: exact versions, ports on loopback only."""


def test_structure() -> None:
    jsonschema.validate(COMPOSE, SCHEMA)


def test_variables_without_a_default_are_demanded_by_name() -> None:
    for name in ("STORE_USER", "STORE_PASSWORD", "MILVUS_STORE_USER", "MILVUS_STORE_PASSWORD"):
        with pytest.raises(LookupError, match=f"set {name} in .env"):
            compose_file.load({**EXAMPLE, name: ""})


def test_no_secret_stands_in_the_file() -> None:
    text = (compose_file.ROOT / "docker-compose.yml").read_text()
    for line in text.splitlines():
        key, _, value = line.strip().partition(": ")
        if re.search("PASSWORD|SECRET|TOKEN|API_KEY|ACCESS_KEY|ROOT_USER", key):
            assert value.startswith("${"), line


def test_every_stage_is_hosted_once() -> None:
    hosted = [word for service in WORKERS.values() for word in service["command"][1:] if word != "--stage"]
    assert sorted(hosted) == sorted(stage.name for stage in all_stages())


def test_the_program_has_every_command_and_option() -> None:
    assert WORKERS
    for service in PROGRAMS.values():
        command_lines.check(service["command"])


def test_what_is_waited_for_can_be_reached() -> None:
    for name, service in SERVICES.items():
        for other, wait in service.get("depends_on", {}).items():
            awaited = SERVICES[other]
            if wait["condition"] == "service_healthy":
                assert "test" in awaited["healthcheck"], f"{name} waits for the health of {other}, which has no check"
            else:
                assert wait["condition"] == "service_completed_successfully"
                assert "restart" not in awaited, f"{name} waits for the end of {other}, which is started again and again"


def test_services_wait_in_no_circle() -> None:
    def before(name: str, path: tuple[str, ...] = ()) -> None:
        assert name not in path, (*path, name)
        for other in SERVICES[name].get("depends_on", {}):
            before(other, (*path, name))

    for name in SERVICES:
        before(name)


def test_volumes_are_declared_and_used() -> None:
    used = [volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])]
    assert sorted(used) == sorted(COMPOSE["volumes"])


def test_long_running_services_come_back_and_have_a_check() -> None:
    jobs = {"bucket", "topics", "tools"}
    for name in SERVICES.keys() - jobs:
        assert SERVICES[name]["restart"] == "unless-stopped", name
        own = "test" in SERVICES[name].get("healthcheck", {})
        assert own or name in WORKERS, f"{name} has no health check"  # the workers' stands in the Dockerfile


def test_the_program_understands_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in [name for name in os.environ if name.startswith("CHARGE_")]:
        monkeypatch.delenv(variable)
    known = {f"CHARGE_{name.upper()}" for name in Settings.model_fields}
    for service in PROGRAMS.values():
        ours = {name: value for name, value in service["environment"].items() if name.startswith("CHARGE_")}
        assert {name.partition("__")[0] for name in ours} <= known
        with monkeypatch.context() as patch:
            for name, value in ours.items():
                patch.setenv(name, value)
            settings = Settings.load()
    assert settings.broker == "kafka:19092"
    assert settings.index == "http://milvus:19530"
    assert settings.store == "s3://charge/store"
    assert settings.drain_deadline_s < 60, "records in work must be finished before the container is killed"


def test_models_can_be_switched_on_from_the_environment_file(monkeypatch: pytest.MonkeyPatch) -> None:
    models = {"CHARGE_ENGINE": "openai", "CHARGE_OPENAI__BASE_URL": "http://models:8000/v1", "CHARGE_OPENAI__MODEL": "some-model"}
    compose = compose_file.load({**EXAMPLE, **models})
    for name, value in compose["services"]["verify"]["environment"].items():
        if name.startswith("CHARGE_"):
            monkeypatch.setenv(name, value)
    settings = Settings.load()
    assert settings.engine == "openai"
    assert settings.openai.role("verifier").model == "some-model"
    assert settings.openai.api_key is None


def test_addresses_name_services_and_their_ports() -> None:
    environment = SERVICES["verify"]["environment"]
    kafka = SERVICES["kafka"]["environment"]
    assert environment["CHARGE_BROKER"] in kafka["KAFKA_ADVERTISED_LISTENERS"]
    for place in (environment["CHARGE_INDEX"], environment["AWS_ENDPOINT_URL_S3"]):
        assert place.removeprefix("http://").partition(":")[0] in SERVICES
    published = {port.split(":")[2] for port in SERVICES["kafka"]["ports"]}
    outside = re.search(r"OUTSIDE://localhost:(\d+)", kafka["KAFKA_ADVERTISED_LISTENERS"])
    assert outside is not None
    assert published == {outside[1]}
    bucket = SERVICES["bucket"]["command"][0].rpartition("store/")[2]
    assert environment["CHARGE_STORE"].startswith(f"s3://{bucket}/")


def test_the_stores_account_is_the_workers_account() -> None:
    environment, root = SERVICES["verify"]["environment"], SERVICES["minio"]["environment"]
    assert (environment["AWS_ACCESS_KEY_ID"], environment["AWS_SECRET_ACCESS_KEY"]) == (
        root["MINIO_ROOT_USER"],
        root["MINIO_ROOT_PASSWORD"],
    )
    milvus, files = SERVICES["milvus"]["environment"], SERVICES["milvus-minio"]["environment"]
    assert (milvus["MINIO_ACCESS_KEY_ID"], milvus["MINIO_SECRET_ACCESS_KEY"]) == (files["MINIO_ROOT_USER"], files["MINIO_ROOT_PASSWORD"])


def test_the_example_environment_names_what_the_file_reads() -> None:
    text = (compose_file.ROOT / "docker-compose.yml").read_text()
    read = set(re.findall(r"\$\{(\w+)", text))
    assert set(EXAMPLE) <= read
    assert set(re.findall(r"\$\{(\w+):\?", text)) <= set(EXAMPLE)
