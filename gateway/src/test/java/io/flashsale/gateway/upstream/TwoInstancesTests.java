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
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two instances, one or both of which fail. */
class TwoInstancesTests {

    private static final Duration OPEN_FOR = Duration.ofSeconds(1);
    private static final HttpHost FIRST = new HttpHost("http", "first", 80);
    private static final HttpHost SECOND = new HttpHost("http", "second", 80);

    private final ManualClock time = new ManualClock();
    private final Map<HttpHost, IOException> faults = new HashMap<>();
    private final List<String> askedOfFirst = new ArrayList<>();
    private final List<String> askedOfSecond = new ArrayList<>();
    private final CloseableHttpClient connections = mock(CloseableHttpClient.class);
    private final Upstream service = new Upstream(List.of(instance(FIRST), instance(SECOND)), connections, connections);

    @BeforeEach
    void connect() throws IOException {
        when(connections.executeOpen(any(), any(), any())).thenAnswer(call -> {
            HttpHost host = call.getArgument(0);
            String method = call.<ClassicHttpRequest>getArgument(1).getMethod();
            (FIRST.equals(host) ? askedOfFirst : askedOfSecond).add(method);
            IOException fault = faults.get(host);
            if (fault != null) {
                throw fault;
            }
            return new BasicClassicHttpResponse(204);
        });
    }

    private Instance instance(HttpHost host) {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .waitDurationInOpenState(OPEN_FOR)
                .permittedNumberOfCallsInHalfOpenState(1)
                .clock(time)
                .build();
        return new Instance(host, CircuitBreaker.of(host.getHostName(), config));
    }

    private int call() throws UpstreamException {
        return service.exchange(new UpstreamRequest("GET", "/api/sales")).status();
    }

    private void assertAnswered(int times) throws UpstreamException {
        for (int i = 0; i < times; i++) {
            assertThat(call()).isEqualTo(204);
        }
    }

    private void assertFails(ProblemType problem) {
        assertThatThrownBy(this::call)
                .isInstanceOfSatisfying(
                        UpstreamException.class,
                        fault -> assertThat(fault.problem()).isEqualTo(problem));
    }

    @Test
    void shouldShareTheWork() throws Exception {
        assertAnswered(20);
        assertThat(askedOfFirst).hasSizeBetween(5, 15);
        assertThat(askedOfSecond).hasSizeBetween(5, 15);
    }

    @Test
    void shouldMeetASilentOneOnceAndThenTryItWithoutAnyShopper() throws Exception {
        faults.put(FIRST, new SocketTimeoutException("Read timed out"));
        assertFails(ProblemType.GATEWAY_TIMEOUT);
        assertAnswered(10);
        assertThat(askedOfFirst).as("it is left alone").containsExactly("GET");

        askedOfFirst.clear();
        for (int i = 0; i < 10; i++) {
            time.pass(OPEN_FOR.plusNanos(1));
            assertAnswered(2);
        }
        assertThat(askedOfFirst)
                .as("it is asked whether it is there")
                .isNotEmpty()
                .containsOnly("HEAD");
    }

    @Test
    void shouldMissADeadOneNeverAndAskItAgainWhenItIsBack() throws Exception {
        faults.put(FIRST, new ConnectException("Connection refused"));
        assertAnswered(30);
        faults.clear();
        askedOfFirst.clear();
        time.pass(OPEN_FOR.plusNanos(1));
        assertAnswered(10);
        assertThat(askedOfFirst).contains("GET");
    }

    @Test
    void shouldGetARequestOnceInAllIfItMayHaveBeenCarriedOut() {
        faults.put(FIRST, new NoHttpResponseException("dropped"));
        faults.put(SECOND, new NoHttpResponseException("dropped"));
        assertFails(ProblemType.SERVICE_UNAVAILABLE);
        assertThat(askedOfFirst.size() + askedOfSecond.size()).isOne();
    }
}
