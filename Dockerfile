# syntax=docker/dockerfile:1
# The program with everything it needs, and nothing to build it with. `docker build -t charge-stream:local .`

FROM python:3.12-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/charge-stream
WORKDIR /source
COPY requirements.lock ./
RUN /opt/charge-stream/bin/pip install --require-hashes -r requirements.lock
COPY . .
RUN /opt/charge-stream/bin/pip install --no-deps --no-build-isolation . && /opt/charge-stream/bin/charge-stream --version

FROM python:3.12-slim
RUN useradd --create-home --uid 10001 charge
COPY --from=build /opt/charge-stream /opt/charge-stream
ENV PATH=/opt/charge-stream/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    OMP_NUM_THREADS=1 \
    CHARGE_METRICS_PORT=9464
USER charge
WORKDIR /home/charge
# A worker shows its metrics once every stage has its share of the partitions.
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['CHARGE_METRICS_PORT'] + '/metrics', timeout=5)"]
ENTRYPOINT ["charge-stream"]
CMD ["--help"]
