package io.flashsale.order.provider;

import io.flashsale.commons.signature.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * The signature of a notification: {@code t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "t.body">}. The signature
 * covers the time, so that an intercepted notification cannot be replayed later.
 */
public final class NotificationSignature {

    public static final String HEADER = "X-Signature";
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Pattern FORM = Pattern.compile("t=(\\d{1,12}),v1=([0-9a-f]{64})");

    private final byte[] secret;
    private final Clock clock;

    public NotificationSignature(String secret, Clock clock) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
        this.clock = clock;
    }

    public String sign(byte[] body) {
        long now = clock.instant().getEpochSecond();
        return "t=" + now + ",v1=" + HexFormat.of().formatHex(mac(now, body));
    }

    /** Whether the body was signed with our secret within the last {@link #TOLERANCE}. Compares in constant time. */
    public boolean isValid(@Nullable String signature, byte[] body) {
        Matcher parts = FORM.matcher(signature == null ? "" : signature);
        if (!parts.matches()) {
            return false;
        }
        long signedAt = Long.parseLong(parts.group(1));
        Duration age = Duration.between(Instant.ofEpochSecond(signedAt), clock.instant())
                .abs();
        byte[] claimed = HexFormat.of().parseHex(parts.group(2));
        return MessageDigest.isEqual(mac(signedAt, body), claimed) && age.compareTo(TOLERANCE) <= 0;
    }

    private byte[] mac(long time, byte[] body) {
        Mac mac = Hashes.hmacSha256(secret);
        mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
        return mac.doFinal(body);
    }
}
