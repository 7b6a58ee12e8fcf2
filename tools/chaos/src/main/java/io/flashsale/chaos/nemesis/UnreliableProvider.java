package io.flashsale.chaos.nemesis;

import io.flashsale.chaos.system.ProviderRecords;
import io.flashsale.chaos.system.ProviderRecords.Taken;
import io.flashsale.chaos.system.TestedSystem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Queue;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.dao.DataAccessException;

/**
 * The payment provider of a round, as badly as its {@link ProviderConduct} says: it declines, is slow, takes money that
 * nobody asked for, and notifies the shop of it through the gateway, as often as it takes.
 */
public final class UnreliableProvider implements AutoCloseable {

    /** Spreads the hashes of neighbouring orders. */
    private static final int SPREAD = 0x9E3779B9;

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(3);
    private static final String ANOTHER_SECRET = "a secret that is not the provider's";

    private final ProviderRecords records;
    private final URI notifications;
    private final ProviderConduct conduct;
    private final Instant begin = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final Set<String> seen = new HashSet<>();
    private final Queue<Notification> unsent = new ArrayDeque<>();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER_TIMEOUT).build();
    private final Thread thread;
    private volatile boolean closed;

    private record Notification(Taken charge, String secret) {}

    private UnreliableProvider(TestedSystem system, ProviderConduct conduct) {
        this.records = system.providerRecords();
        this.notifications = URI.create(system.gatewayUrl() + "/api/payments/notifications");
        this.conduct = conduct;
        this.thread = Thread.ofVirtual().name("provider").unstarted(this::run);
    }

    /** Starts to behave so; until it is closed. */
    public static UnreliableProvider start(TestedSystem system, ProviderConduct conduct) {
        UnreliableProvider provider = new UnreliableProvider(system, conduct);
        provider.records.behave(conduct.declined(), conduct.slow(), conduct.slowMillis());
        provider.thread.start();
        return provider;
    }

    private void run() {
        try {
            while (!closed) {
                look();
                for (int i = unsent.size(); i > 0; i--) {
                    Notification next = unsent.remove();
                    if (!send(next)) {
                        unsent.add(next);
                    }
                }
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            for (Taken order : records.unpaid(begin)) {
                if (!seen.contains(order.id())) {
                    beforePayment(order);
                    seen.add(order.id());
                }
            }
            for (Taken charge : records.charges(begin)) {
                if (!seen.contains(charge.id())) {
                    afterPayment(charge);
                    seen.add(charge.id());
                }
            }
        } catch (DataAccessException away) {
            return; // the next look repeats it
        }
    }

    private void beforePayment(Taken price) {
        long order = price.order();
        if (happens("wrong", order, conduct.wrong())) {
            take(new Taken("wrong-" + order, order, price.cents() - 1, now()));
        }
        if (happens("forged", order, conduct.forged())) {
            unsent.add(new Notification(new Taken("forged-" + order, order, price.cents(), now()), ANOTHER_SECRET));
        }
    }

    private void afterPayment(Taken charge) {
        long order = charge.order();
        if (happens("doubled", order, conduct.doubled())) {
            unsent.add(new Notification(charge, TestedSystem.PROVIDER_SECRET));
        }
        if (happens("twice", order, conduct.twice())) {
            take(new Taken("twice-" + order, order, charge.cents(), now()));
        }
    }

    private static boolean happens(String what, long order, int share) {
        return ((what + order).hashCode() * SPREAD >>> 8) % 100 < share;
    }

    private void take(Taken charge) {
        records.take(charge);
        unsent.add(new Notification(charge, TestedSystem.PROVIDER_SECRET));
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Whether it need not be sent again: it was taken or, if it is forged, refused. */
    private boolean send(Notification notification) throws InterruptedException {
        Taken charge = notification.charge();
        String body = "{\"orderId\":\"%d\",\"paymentId\":\"%s\",\"amountCents\":%d,\"paidAt\":\"%s\"}"
                .formatted(charge.order(), charge.id(), charge.cents(), charge.at());
        HttpRequest request = HttpRequest.newBuilder(notifications)
                .timeout(ANSWER_TIMEOUT)
                .header("Content-Type", "application/json")
                .header("X-Signature", signature(body, notification.secret()))
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            return status == 200 || status == 401;
        } catch (IOException noAnswer) {
            return false;
        }
    }

    private static String signature(String body, String secret) {
        long seconds = Instant.now().getEpochSecond();
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] signed = mac.doFinal((seconds + "." + body).getBytes(StandardCharsets.UTF_8));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(signed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The money that it has taken stays in its records, for the shop to find. */
    @Override
    public void close() throws InterruptedException {
        closed = true; // an interruption might get lost in the driver
        thread.join();
        http.close();
    }
}
