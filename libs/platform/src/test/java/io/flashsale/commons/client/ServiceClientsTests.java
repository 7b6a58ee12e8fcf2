package io.flashsale.commons.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.CorrelationIdFilter;
import io.flashsale.commons.testing.LocalHttpServer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;

class ServiceClientsTests {

    interface Greeting {
        @GetExchange("/greeting")
        String greeting();
    }

    private static final URI DEAD = URI.create("http://127.0.0.1:1"); // a free port may be somebody's when it is asked
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

    private final HttpServer service = LocalHttpServer.started();
    private Headers received = new Headers();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    @BeforeEach
    void start() {
        service.createContext("/greeting", exchange -> {
            received = exchange.getRequestHeaders();
            LocalHttpServer.answer(exchange, 200, "text/plain", "hello".getBytes());
        });
        service.createContext("/silence", exchange -> {
            end.join();
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        MDC.clear();
        end.complete(null);
        service.stop(0);
    }

    private URI url() {
        return URI.create(LocalHttpServer.url(service));
    }

    private static ServiceClients clients(@Nullable ServiceToken token) {
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("builder", RestClient.builder());
        ObjectProvider<RestClient.Builder> builders = beans.getBeanProvider(RestClient.Builder.class);
        return new ServiceClients(builders, token);
    }

    @Test
    void shouldSayWhoCallsAndForWhichRequest() {
        MDC.put(CorrelationIdFilter.KEY, "one-click");
        Greeting greeting = clients(() -> "our-token")
                .proxiesOf(List.of(url()), LONG_ENOUGH)
                .createClient(Greeting.class);
        assertThat(greeting.greeting()).isEqualTo("hello");
        assertThat(received.getFirst("Authorization")).isEqualTo("Bearer our-token");
        assertThat(received.getFirst(CorrelationIdFilter.HEADER)).isEqualTo("one-click");
    }

    @Test
    void shouldNameTheSpanOfFollowedClicksForWhichItCalls() {
        SpanContext span = SpanContext.create(
                "4bf92f3577b34da6a3ce929d0e0e4736",
                "00f067aa0ba902b7",
                TraceFlags.getSampled(),
                TraceState.getDefault());
        Greeting greeting = clients(null).proxiesOf(List.of(url()), LONG_ENOUGH).createClient(Greeting.class);
        try (Scope _ = Span.wrap(span).makeCurrent()) {
            greeting.greeting();
        }
        assertThat(received.getFirst("traceparent"))
                .isEqualTo("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    }

    @Test
    void shouldCallWithoutTokenWhereTheServiceHasNone() {
        String answer = clients(null)
                .of(List.of(url()), LONG_ENOUGH)
                .get()
                .uri("/greeting")
                .retrieve()
                .requiredBody(String.class);
        assertThat(answer).isEqualTo("hello");
        assertThat(received).doesNotContainKeys("Authorization", CorrelationIdFilter.HEADER, "Traceparent");
    }

    @Test
    void shouldSpreadCallsOverInstancesAndPassOverThoseThatAreDead() {
        HttpServer second = LocalHttpServer.started();
        second.createContext(
                "/greeting", exchange -> LocalHttpServer.answer(exchange, 200, "text/plain", "welcome".getBytes()));
        try {
            URI other = URI.create(LocalHttpServer.url(second));
            Greeting greeting = clients(null)
                    .proxiesOf(List.of(DEAD, url(), other), LONG_ENOUGH)
                    .createClient(Greeting.class);
            Map<String, Long> answers = Stream.generate(greeting::greeting)
                    .limit(30)
                    .collect(Collectors.groupingBy(answer -> answer, Collectors.counting()));
            assertThat(answers)
                    .containsOnlyKeys("hello", "welcome")
                    .allSatisfy((answer, times) -> assertThat(times).isGreaterThan(5));
        } finally {
            second.stop(0);
        }
    }

    @Test
    void shouldSendNothingToAnotherInstanceThatMayHaveReachedTheFirst() {
        AtomicInteger asked = new AtomicInteger();
        service.createContext("/lost", exchange -> {
            asked.incrementAndGet();
            throw new IOException("dropped by the test");
        });
        assertNotAnswered(
                clients(null).of(List.of(url(), url()), LONG_ENOUGH).post().uri("/lost"));
        assertThat(asked).hasValue(1);
    }

    @Test
    void shouldSayThatNobodyIsThere() {
        assertNotAnswered(
                clients(null).of(List.of(DEAD, DEAD), LONG_ENOUGH).get().uri("/greeting"));
    }

    @Test
    void shouldNotWaitLongerThanItIsTold() {
        assertNotAnswered(
                clients(null).of(List.of(url()), Duration.ofMillis(50)).get().uri("/silence"));
    }

    private static void assertNotAnswered(RestClient.RequestHeadersSpec<?> request) {
        assertThatExceptionOfType(ResourceAccessException.class)
                .isThrownBy(() -> request.retrieve().toBodilessEntity());
    }
}
