package io.flashsale.entry;

import io.flashsale.commons.signature.SharedSecret;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Signs passes and purchase tickets, and reads what was signed here: {@code v1.<payload>.<HMAC-SHA256>}, both in
 * base64url.
 *
 * <p>Guarantees that nobody without the secret can make one, turn a pass into a ticket, or change its user or sale.
 * They are not secret themselves: each names its user, so it is useless to others.
 */
final class EntrySigner {

    private static final String VERSION = PurchaseTicketHeader.BEGINNING;

    /** Kind, sale, user, number, moment in ms. */
    private static final Pattern PAYLOAD =
            Pattern.compile("([PT]):([0-9]{1,18}):([0-9]{1,18}):([0-9]{1,18}):([0-9]{1,18})");

    private final SharedSecret secret;

    EntrySigner(SharedSecret secret) {
        this.secret = secret;
    }

    /**
     * A number of a user in a sale.
     *
     * @param moment of a pass, when the user entered; of a ticket, when it expires
     */
    public record Signed(long saleId, long userId, long number, Instant moment) {}

    /** Makes a pass, which proves the number for as long as the secret lasts. */
    public String pass(Signed entry) {
        return sign('P', entry);
    }

    /** Makes a ticket, which buys one unit until its moment. */
    public String ticket(Signed entry) {
        return sign('T', entry);
    }

    /** Reads a pass; empty if the text is no pass, or was not signed here. */
    public Optional<Signed> readPass(String text) {
        return read('P', text);
    }

    /**
     * Reads a ticket; empty if the text is no ticket, or was not signed here. Does not check whether it has expired.
     */
    public Optional<Signed> readTicket(String text) {
        return read('T', text);
    }

    private String sign(char kind, Signed entry) {
        String payload = kind + ":" + entry.saleId() + ":" + entry.userId() + ":" + entry.number() + ":"
                + entry.moment().toEpochMilli();
        String signed = VERSION + encode(payload.getBytes(StandardCharsets.UTF_8));
        return signed + "." + encode(secret.sign(signed));
    }

    private Optional<Signed> read(char kind, String text) {
        int dot = text.lastIndexOf('.');
        if (dot < VERSION.length() || !text.startsWith(VERSION)) {
            return Optional.empty();
        }
        String signed = text.substring(0, dot);
        if (!secret.hasSigned(signed, decode(text.substring(dot + 1)))) {
            return Optional.empty();
        }
        String payload = new String(decode(signed.substring(VERSION.length())), StandardCharsets.UTF_8);
        Matcher parts = PAYLOAD.matcher(payload);
        return parts.matches() && parts.group(1).charAt(0) == kind
                ? Optional.of(new Signed(
                        Long.parseLong(parts.group(2)),
                        Long.parseLong(parts.group(3)),
                        Long.parseLong(parts.group(4)),
                        Instant.ofEpochMilli(Long.parseLong(parts.group(5)))))
                : Optional.empty();
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns nothing unless the text is exactly what {@link #encode} makes of some bytes. */
    private static byte[] decode(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return encode(bytes).equals(text) ? bytes : new byte[0];
        } catch (IllegalArgumentException malformed) {
            return new byte[0];
        }
    }
}
