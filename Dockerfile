# syntax=docker/dockerfile:1
# One Dockerfile for all services; MODULE selects the service. See docker-compose.yml.
#
#   docker build --build-arg MODULE=gateway --tag flash-sale/gateway:1.0.0 .
#
# Not run so far: the build machine has no Docker engine. The commands were run one by one outside Docker (extraction of
# the layers, start of the extracted application, readiness check).

# Builds all services once. The stage does not depend on MODULE, so all images share it.
FROM maven:3.9.16-eclipse-temurin-25-noble AS build
WORKDIR /source
COPY . .
# The format check belongs to `mvn verify`, not to an image.
RUN --mount=type=cache,target=/root/.m2 \
    mvn --batch-mode --no-transfer-progress --strict-checksums -Dcyclonedx.skip=false -DskipTests -Dspotless.check.skip=true \
        --also-make --projects stock-service,order-service,coupon-service,control-room,gateway package

# Unpacks the jar into layers, so that files that rarely change are in layers of their own.
FROM eclipse-temurin:25.0.3_9-jre-noble AS layers
ARG MODULE
WORKDIR /layers
COPY --from=build /source/${MODULE}/target/${MODULE}.jar application.jar
RUN java -Djarmode=tools -jar application.jar extract --layers --destination extracted

FROM eclipse-temurin:25.0.3_9-jre-noble
# A fixed user id, so that the host can set the owner of mounted files (such as the key that signs tokens).
RUN useradd --system --uid 10001 --create-home flashsale
COPY --chmod=755 ops/docker/ready.sh /usr/local/bin/ready.sh
WORKDIR /application
COPY --from=layers /layers/extracted/dependencies/ ./
COPY --from=layers /layers/extracted/spring-boot-loader/ ./
COPY --from=layers /layers/extracted/snapshot-dependencies/ ./
COPY --from=layers /layers/extracted/application/ ./
COPY ops/docker/java-options ./
# Loads and links the classes of a start ahead of time (decision 0023). The service starts as far as it can without
# servers. Its exit status is ignored; only the cache counts. A JVM that cannot use the cache says so and starts without
# it.
RUN --mount=type=bind,source=ops/docker/training.properties,target=/tmp/training.properties \
    java @java-options -XX:AOTCacheOutput=application.aot -Dspring.context.exit=onRefresh \
        -Dspring.config.additional-location=file:/tmp/training.properties -jar application.jar; \
    rm -f /tmp/training-key && test -s application.aot
USER 10001
# In exec form, so that the JVM receives the signal and shuts down gracefully.
ENTRYPOINT ["java", "@java-options", "-XX:AOTCache=application.aot", "-jar", "application.jar"]
