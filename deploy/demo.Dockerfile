# The demo with its servers: see compose.demo.yml. The image keeps what Maven brings, because the servers are among it.
FROM maven:3.9.16-eclipse-temurin-25-noble
# For Linux, the build has a MariaDB for x86-64 only. Elsewhere that of Ubuntu takes its place.
RUN if [ "$(uname -m)" != x86_64 ]; then \
      apt-get update && apt-get install --yes --no-install-recommends mariadb-server-core mariadb-client-core && \
      rm -rf /var/lib/apt/lists/*; \
    fi
RUN useradd --system --uid 10001 --create-home flashsale && install --directory --owner=flashsale /shop
USER 10001
WORKDIR /shop
COPY --chown=flashsale . .
# Builds all that ./demo needs, because it is not there yet.
RUN ./demo --help > /dev/null
# Without AOT caches, which would take minutes of each new container.
ENTRYPOINT ["./demo", "--host=0.0.0.0", "--yes", "--no-aot"]
