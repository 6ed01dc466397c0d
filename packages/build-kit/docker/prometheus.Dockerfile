# Prometheus from Debian, over the base image the servers have anyway: docker compose --profile observability up
FROM node:24-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends prometheus && rm -rf /var/lib/apt/lists/*
COPY packages/build-kit/docker/prometheus /etc/polylogue
USER 1000:1000
EXPOSE 9090
ENTRYPOINT ["prometheus"]
CMD ["--config.file=/etc/polylogue/prometheus.yml", "--storage.tsdb.path=/data", "--storage.tsdb.retention.time=15d"]
