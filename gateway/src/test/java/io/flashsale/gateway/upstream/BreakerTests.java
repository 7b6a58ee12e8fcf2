package io.flashsale.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.testing.LocalHttpServer;
import io.flashsale.gateway.support.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** The breaker of a service that answers far more slowly than the others. */
class BreakerTests {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofMinutes(2);

    private static final DataSize MB = DataSize.ofMegabytes(1);

    private final ManualClock time = new ManualClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CompletableFuture<Void> audited = new CompletableFuture<>();
    private final UpstreamConfiguration configuration =
            new UpstreamConfiguration(new UpstreamProperties(LONG, SHORT, LONG, 16, 16, 16, MB, MB, MB), meters, time);
    private final HttpServer controlRoom = LocalHttpServer.started();
    private CloseableHttpClient streams;
    private Upstreams upstreams;

    @BeforeEach
    void start() {
        controlRoom.createContext("/broken", HttpExchange::close);
        controlRoom.createContext("/quick", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        controlRoom.createContext("/audit", exchange -> {
            asked.countDown();
            audited.join();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        URI url = URI.create(LocalHttpServer.url(controlRoom));
        streams = configuration.eventStreams();
        List<URI> one = List.of(url);
        upstreams = configuration.upstreams(new ServiceAddresses(one, one, one, one, one), streams);
    }

    @AfterEach
    void stop() throws IOException {
        audited.complete(null);
        upstreams.close();
        streams.close();
        controlRoom.stop(0);
    }

    private int call(String path) throws UpstreamException {
        return upstreams
                .controlRoom()
                .exchange(new UpstreamRequest("GET", path))
                .status();
    }

    private boolean isRefused(String path) {
        return catchThrowable(() -> call(path)) instanceof UpstreamException;
    }

    private double isOpen() {
        return meters.get("flashsale.gateway.breaker.open")
                .tag("service", "control-room")
                .gauge()
                .value();
    }

    @Test
    void shouldWaitForATrialAsLongAsItMayTake() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(isRefused("/broken")).isTrue();
        }
        assertThat(isRefused("/quick")).as("while the breaker is open").isTrue();
        time.pass(UpstreamConfiguration.BREAKER_OPEN_FOR.plusNanos(1));
        FutureTask<Integer> trial = new FutureTask<>(() -> call("/audit"));
        Thread.startVirtualThread(trial);
        await().atMost(LONG).until(() -> asked.getCount() == 0);
        // Giving up the first trial would let another one through.
        await().during(SHORT.multipliedBy(10)).atMost(LONG).until(() -> isRefused("/quick"));
        // A service that hangs is on trial most of the time, so its gauge must show that it is not called.
        assertThat(isOpen()).isOne();
        audited.complete(null);
        assertThat(trial.get()).isEqualTo(204);
        assertThat(isOpen()).isZero();
        assertThat(call("/quick")).as("its success has closed the breaker").isEqualTo(204);
    }

    /** The registry answers with a breaker that it has if the name is the same, even if its settings differ. */
    @Test
    void shouldBeOneForEachAddressOfEachService() {
        List<URI> stock = Stream.of("http://a", "https://a", "http://a:81", "http://b:81", "http://[::1]:81")
                .map(URI::create)
                .toList();
        List<URI> one = List.of(URI.create("http://a:81"));
        int before = configuration.breakers().getAllCircuitBreakers().size();
        configuration.upstreams(new ServiceAddresses(stock, one, one, one, one), streams);
        assertThat(configuration.breakers().getAllCircuitBreakers()).hasSize(before + stock.size() + 4);
    }
}
