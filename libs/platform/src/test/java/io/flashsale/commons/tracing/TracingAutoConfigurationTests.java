package io.flashsale.commons.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariDataSource;
import io.flashsale.commons.testing.LocalHttpServer;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Answers;
import org.redisson.api.RBatch;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

class TracingAutoConfigurationTests {

    private final ApplicationContextRunner service = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(TracingAutoConfiguration.class))
            .withBean(JsonMapper.class, () -> JsonMapper.builder().build())
            .withPropertyValues("spring.application.name=a-service");

    /** A process has one. */
    @BeforeEach
    @AfterEach
    void forgetTheTracerOfOtherServices() {
        GlobalOpenTelemetry.resetForTest();
    }

    @Test
    void shouldFollowNothingUnlessSomebodySaysSo() {
        service.run(context -> assertThat(context.getBean(OrderTrace.class)).isSameAs(OrderTrace.OFF));
    }

    @Test
    void shouldRefuseWhatIsNoShare() {
        ApplicationContextRunner wrong = service.withPropertyValues("flashsale.tracing.sampling=7");
        wrong.run(context -> assertThat(context).hasFailed());
    }

    /** Even without Redis. */
    @Test
    void shouldTellTheCollectorThatIsNamedBeforeItEnds() throws InterruptedException {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        HttpServer collector = collector(received);
        String endpoint = LocalHttpServer.url(collector) + "/v1/traces";
        ApplicationContextRunner following = service.withPropertyValues(
                "flashsale.tracing.sampling=1",
                "flashsale.tracing.otlp-endpoint=" + endpoint,
                "otel.resource.attributes=service.version=7.8.9, k8s.pod.name=pod%2D5");
        try {
            following.run(context -> click(context.getBean(OrderTrace.class)));
            assertThat(received.poll(2, TimeUnit.MINUTES))
                    .contains("a-service", "click", "shopper-42", "service.version", "7.8.9", "k8s.pod.name", "pod-5");
        } finally {
            collector.stop(0);
        }
    }

    /** Otherwise each statement would cost a little for nobody. */
    @Test
    void shouldSwitchOnTheDriversSpansOnlyForACollector() {
        ApplicationContextRunner withPool = service.withBean(HikariDataSource.class, HikariDataSource::new);
        String collector = "flashsale.tracing.otlp-endpoint=http://127.0.0.1:1/v1/traces";
        withPool.withPropertyValues(collector)
                .run(context -> assertThat(spansOfStatements(context)).isNull());
        withPool.withPropertyValues("flashsale.tracing.sampling=0.01")
                .run(context -> assertThat(spansOfStatements(context)).isNull());
        withPool.withPropertyValues("flashsale.tracing.sampling=0.01", collector)
                .run(context -> assertThat(spansOfStatements(context)).isEqualTo("PREFERRED"));
    }

    private static @Nullable Object spansOfStatements(ApplicationContext context) {
        return context.getBean(HikariDataSource.class).getDataSourceProperties().get("openTelemetry");
    }

    @Test
    void shouldOfferTheDriverATracerForFollowedClicksOnly() throws InterruptedException {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        HttpServer collector = collector(received);
        try {
            service.withPropertyValues(
                            "flashsale.tracing.sampling=1",
                            "flashsale.tracing.otlp-endpoint=" + LocalHttpServer.url(collector) + "/v1/traces")
                    .run(context -> {
                        Tracer driver = GlobalOpenTelemetry.getTracer("the driver");
                        driver.spanBuilder("of nobody").startSpan().end();
                        OrderTrace trace = context.getBean(OrderTrace.class);
                        List<TraceParent> clicks =
                                List.of(trace.begin().orElseThrow().traceParent());
                        try (JointWork work = trace.begin(Stop.LEDGER, clicks, TraceParent::toString)) {
                            driver.spanBuilder("of a click").startSpan().end();
                            work.stops(clicks, TraceParent::toString, click -> Map.of());
                        }
                    });
            assertThat(received.poll(2, TimeUnit.MINUTES))
                    .contains("ledger", "the driver", "of a click")
                    .doesNotContain("of nobody");
        } finally {
            collector.stop(0);
        }
    }

    private static HttpServer collector(BlockingQueue<String> received) {
        HttpServer collector = LocalHttpServer.started();
        collector.createContext("/v1/traces", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        return collector;
    }

    /** The last stops are sent when the service ends. Here the trace is created first, as in any service. */
    @Test
    void shouldKeepTheLastStopsBeforeRedisIsLeft() {
        Done done = new Done(new CopyOnWriteArrayList<>());
        service.withBean(Done.class, () -> done)
                .withUserConfiguration(TraceFirst.class)
                .withPropertyValues("flashsale.tracing.sampling=1")
                .run(context -> click(context.getBean(OrderTrace.class)));
        assertThat(done.steps()).containsExactly("kept", "left");
    }

    @Test
    void shouldStoreStopsThatRedisDidNotTakeAtFirst() {
        BlockingQueue<String> stored = new LinkedBlockingQueue<>();
        RedissonClient redis = mock(RedissonClient.class);
        RBatch batch = mock(RBatch.class, Answers.RETURNS_DEEP_STUBS);
        when(redis.createBatch()).thenReturn(batch);
        when(batch.execute()).thenThrow(new RedisException("starting")).thenAnswer(call -> {
            stored.add("kept");
            return null;
        });
        service.withBean(RedissonClient.class, () -> redis)
                .withPropertyValues("flashsale.tracing.sampling=1")
                .run(context -> {
                    click(context.getBean(OrderTrace.class));
                    assertThat(stored.poll(2, TimeUnit.MINUTES)).isEqualTo("kept");
                });
    }

    private record Done(List<String> steps) {}

    @Configuration(proxyBeanMethods = false)
    static class TraceFirst {

        @Bean
        Runnable whoTellsOfClicks(OrderTrace trace) {
            return () -> click(trace);
        }

        @Bean
        RedissonClient redissonClient(Done done) {
            RedissonClient redis = mock(RedissonClient.class);
            RBatch batch = mock(RBatch.class, Answers.RETURNS_DEEP_STUBS);
            when(redis.createBatch()).thenReturn(batch);
            when(batch.execute()).thenAnswer(call -> {
                done.steps().add("kept");
                return null;
            });
            doAnswer(call -> {
                        done.steps().add("left");
                        return null;
                    })
                    .when(redis)
                    .shutdown();
            return redis;
        }
    }

    private static void click(OrderTrace trace) {
        trace.begin().orElseThrow().note("user", "shopper-42").end();
    }
}
