package io.flashsale.order.webpush;

import io.flashsale.order.webpush.PushMapper.Push;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Sends pushes to the push services of browser vendors (RFC 8030). Follows no redirect and reads no answer's body. */
@Component
class PushClient {

    /** How the push service answered. */
    enum Outcome {
        DELIVERED,
        /** The browser has ended its subscription. */
        GONE,
        /** Another attempt would end in the same way. */
        REFUSED,
        /** It is away or busy. */
        AGAIN
    }

    private static final Logger log = LoggerFactory.getLogger(PushClient.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** How long a push service keeps a message for a browser that is away, unless the message says when it is over. */
    private static final Duration KEPT = Duration.ofDays(1);

    private final HttpClient http = HttpClient.newBuilder()
            .followRedirects(Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    private final SecureRandom random = new SecureRandom();
    private final PushKey key;
    private final PushServices services;
    private final WebPushProperties properties;
    private final JsonMapper json;
    private final Clock clock;

    PushClient(PushKey key, PushServices services, WebPushProperties properties, JsonMapper json, Clock clock) {
        this.key = key;
        this.services = services;
        this.properties = properties;
        this.json = json;
        this.clock = clock;
    }

    Outcome send(Push push) throws InterruptedException {
        URI endpoint = URI.create(push.endpoint());
        if (!services.allow(endpoint)) { // the setting has changed
            return Outcome.GONE;
        }
        try {
            HttpRequest request = HttpRequest.newBuilder(endpoint)
                    .timeout(properties.answerTimeout())
                    .header("Authorization", key.authorization(endpoint))
                    .header("Content-Encoding", "aes128gcm")
                    .header("Content-Type", "application/octet-stream")
                    .header("TTL", Long.toString(secondsKept(push)))
                    .header("Urgency", "high")
                    .POST(BodyPublishers.ofByteArray(body(push)))
                    .build();
            HttpResponse<InputStream> answer = http.send(request, BodyHandlers.ofInputStream());
            answer.body().close(); // its end may never come
            Outcome outcome = of(answer.statusCode());
            log.debug("{} answered a push with {}: {}", endpoint.getHost(), answer.statusCode(), outcome);
            return outcome;
        } catch (IOException away) {
            log.debug("{} does not answer a push: {}", endpoint.getHost(), away.toString());
            return Outcome.AGAIN;
        } catch (GeneralSecurityException fault) {
            log.warn("a message cannot be encrypted for {}", endpoint.getHost(), fault);
            return Outcome.REFUSED;
        }
    }

    private static Outcome of(int status) {
        return switch (status / 100) {
            case 2 -> Outcome.DELIVERED;
            case 5 -> Outcome.AGAIN;
            default ->
                switch (status) {
                    case 404, 410 -> Outcome.GONE;
                    case 408, 429 -> Outcome.AGAIN;
                    default -> Outcome.REFUSED;
                };
        };
    }

    private long secondsKept(Push push) {
        Duration kept = push.at() == null ? KEPT : Duration.between(clock.instant(), push.at());
        return Math.clamp(kept.toSeconds(), 0, KEPT.toSeconds());
    }

    /** The facts from which the browser's script makes the text. */
    private byte[] body(Push push) throws GeneralSecurityException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("id", Long.toString(push.messageId()));
        facts.put("kind", push.kind().name());
        facts.put("title", push.title());
        facts.put("path", push.orderId() == null ? "/sales/" + push.saleId() : "/orders/" + push.orderId());
        PushSubscription browser = new PushSubscription(push.endpoint(), push.p256dh(), push.auth());
        byte[] salt = new byte[PushEncryption.SALT_BYTES];
        random.nextBytes(salt);
        return PushEncryption.encrypt(
                json.writeValueAsBytes(facts), browser.key(), browser.secret(), EcPoints.newKeyPair(), salt);
    }
}
