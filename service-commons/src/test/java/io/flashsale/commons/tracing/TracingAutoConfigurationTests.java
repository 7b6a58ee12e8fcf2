package io.flashsale.commons.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.json.JsonMapper;

class TracingAutoConfigurationTests {

    private final ApplicationContextRunner service = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(TracingAutoConfiguration.class))
            .withBean(JsonMapper.class, () -> JsonMapper.builder().build())
            .withPropertyValues("spring.application.name=a-service");

    @Test
    void shouldFollowNothingUnlessSomebodySaysSo() {
        service.run(context -> assertThat(context.getBean(OrderTrace.class)).isSameAs(OrderTrace.OFF));
    }

    @Test
    void shouldRefuseWhatIsNoShare() {
        ApplicationContextRunner wrong = service.withPropertyValues("flashsale.tracing.sampling=7");
        wrong.run(context -> assertThat(context).hasFailed());
    }

    /** Although there is no Redis. */
    @Test
    void shouldTellTheCollectorThatIsNamedBeforeItEnds() throws IOException, InterruptedException {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        String endpoint = "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces";
        ApplicationContextRunner following = service.withPropertyValues(
                "flashsale.tracing.sampling=1", "flashsale.tracing.otlp-endpoint=" + endpoint);
        try {
            following.run(context -> click(context.getBean(OrderTrace.class)));
            assertThat(received.poll(30, TimeUnit.SECONDS)).contains("a-service", "click", "shopper-42");
        } finally {
            collector.stop(0);
        }
    }

    private static void click(OrderTrace trace) {
        trace.begin().orElseThrow().note("user", "shopper-42").end();
    }
}
