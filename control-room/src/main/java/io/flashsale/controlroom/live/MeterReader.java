package io.flashsale.controlroom.live;

import io.flashsale.controlroom.ServiceAddresses;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** Reads the meters of the other services from their management ports, within a second. */
@Component
class MeterReader implements DisposableBean {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final ServiceAddresses services;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    MeterReader(ServiceAddresses services) {
        this.services = services;
    }

    /** Null if stock-service does not show them. */
    @Nullable
    Meters ofStock() throws InterruptedException {
        return read(services.stockManagementUrl(), Answers.STOCK_METERS);
    }

    /** Null if the gateway does not show them. */
    @Nullable
    Meters ofGateway() throws InterruptedException {
        return read(services.gatewayManagementUrl(), Answers.GATEWAY_METERS);
    }

    private @Nullable Meters read(URI management, Set<String> names) throws InterruptedException {
        StringBuilder query = new StringBuilder();
        for (String name : names) {
            query.append(query.isEmpty() ? '?' : '&')
                    .append("includedNames=")
                    .append(URLEncoder.encode(family(name), StandardCharsets.UTF_8));
        }
        HttpRequest request = HttpRequest.newBuilder(management.resolve("/actuator/prometheus" + query))
                .header("Accept", "text/plain;version=0.0.4")
                .timeout(TIMEOUT)
                .build();
        try {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            return answer.statusCode() == 200 ? Meters.parse(answer.body(), names) : null;
        } catch (IOException unreachable) {
            return null;
        }
    }

    /** As which the endpoint knows a counter: without the ending that its samples have. */
    private static String family(String name) {
        return name.endsWith("_total") ? name.substring(0, name.length() - "_total".length()) : name;
    }

    @Override
    public void destroy() {
        http.shutdownNow();
    }
}
