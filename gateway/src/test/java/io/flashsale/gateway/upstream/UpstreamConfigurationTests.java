package io.flashsale.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class UpstreamConfigurationTests {

    private final UpstreamConfiguration configuration =
            new UpstreamConfiguration(properties(), new SimpleMeterRegistry(), Clock.systemUTC());

    private static UpstreamProperties properties() {
        return new Binder(new MapConfigurationPropertySource(Map.of()))
                .bindOrCreate("flashsale.gateway.upstream", UpstreamProperties.class);
    }

    private static List<URI> urls(String... urls) {
        return Stream.of(urls).map(URI::create).toList();
    }

    /** The registry answers with a breaker that it has if the name is the same, even if its settings differ. */
    @Test
    void shouldGiveEachAddressOfEachServiceABreakerOfItsOwn() throws IOException {
        List<URI> stock = urls("http://a", "https://a", "http://a:81", "http://b:81", "http://[::1]:81");
        List<URI> one = urls("http://a:81");
        try (CloseableHttpClient eventStreams = configuration.eventStreams()) {
            configuration.upstreams(new ServiceAddresses(stock, one, one, one, one), eventStreams);
        }
        assertThat(configuration.breakers().getAllCircuitBreakers()).hasSize(stock.size() + 4);
    }
}
