#!/usr/bin/env bash
# What the tests need besides Python: Java 17 or later and Maven (installed from the system's packages when absent), and the jars of
# Apache Kafka, which Maven resolves into .tools/kafka.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
command -v java >/dev/null || missing+=(openjdk-17-jre-headless)
command -v mvn >/dev/null || missing+=(maven)
if ((${#missing[@]})); then
  command -v apt-get >/dev/null || { echo "Java 17 and Maven are needed for the tests: install them, then try again." >&2; exit 1; }
  run=()
  if [ "$(id -u)" -ne 0 ]; then run=(sudo); fi
  "${run[@]}" apt-get update -qq
  "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
fi
mvn -q -B -f tests/servers/pom.xml dependency:copy-dependencies -DoutputDirectory="$PWD/.tools/kafka"
