package io.flashsale.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.gateway.support.ManualClock;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two instances, one of them silent: each call to it ends with its connection's time-out. */
class SilentInstanceTests {

    private static final Duration OPEN_FOR = Duration.ofSeconds(1);
    private static final HttpHost SILENT = new HttpHost("http", "silent", 80);
    private static final HttpHost QUICK = new HttpHost("http", "quick", 80);

    private final ManualClock time = new ManualClock();
    private final List<String> askedOfSilent = new ArrayList<>();
    private final CloseableHttpClient connections = mock(CloseableHttpClient.class);
    private final Upstream service = new Upstream(List.of(instance(SILENT), instance(QUICK)), connections, connections);

    @BeforeEach
    void connect() throws IOException {
        when(connections.executeOpen(any(), any(), any())).thenAnswer(call -> {
            if (SILENT.equals(call.getArgument(0))) {
                askedOfSilent.add(call.<ClassicHttpRequest>getArgument(1).getMethod());
                throw new SocketTimeoutException("Read timed out");
            }
            return new BasicClassicHttpResponse(204);
        });
    }

    private Instance instance(HttpHost host) {
        return new Instance(
                host,
                CircuitBreaker.of(
                        host.getHostName(),
                        CircuitBreakerConfig.custom()
                                .waitDurationInOpenState(OPEN_FOR)
                                .permittedNumberOfCallsInHalfOpenState(1)
                                .clock(time)
                                .build()));
    }

    private int call() throws UpstreamException {
        return service.exchange(new UpstreamRequest("GET", service, "/api/sales"))
                .status();
    }

    @Test
    void shouldBeMetByOneShopperAndThenBeTriedWithoutAny() throws Exception {
        assertThatThrownBy(this::call)
                .isInstanceOfSatisfying(
                        UpstreamException.class,
                        fault -> assertThat(fault.problem()).isEqualTo(ProblemType.GATEWAY_TIMEOUT));
        for (int i = 0; i < 10; i++) {
            assertThat(call()).isEqualTo(204);
        }
        assertThat(askedOfSilent).as("it is left alone").containsExactly("GET");

        askedOfSilent.clear();
        for (int i = 0; i < 10; i++) {
            time.pass(OPEN_FOR.plusNanos(1));
            assertThat(call()).isEqualTo(204);
            assertThat(call()).isEqualTo(204);
        }
        assertThat(askedOfSilent)
                .as("it is asked whether it is there")
                .isNotEmpty()
                .containsOnly("HEAD");
    }
}
