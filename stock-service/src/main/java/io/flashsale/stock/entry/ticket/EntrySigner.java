package io.flashsale.stock.entry.ticket;

import io.flashsale.commons.signature.SharedSecret;
import io.flashsale.contracts.reservation.PurchaseTicketHeader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Signs passes and purchase tickets, and reads what was signed here: {@code v1.<payload>.<HMAC-SHA256>}, both in base64url.
 *
 * <p>Nobody without the secret can make one, turn a pass into a ticket, or one of a user or sale into that of another. They
 * are no secrets themselves: whoever has another's has nothing, since they name their user.
 */
public final class EntrySigner {

    private static final String VERSION = PurchaseTicketHeader.BEGINNING;

    /** Kind, sale, user, number, moment in ms. */
    private static final Pattern PAYLOAD =
            Pattern.compile("([PT]):([0-9]{1,18}):([0-9]{1,18}):([0-9]{1,18}):([0-9]{1,18})");

    private final SharedSecret secret;

    public EntrySigner(SharedSecret secret) {
        this.secret = secret;
    }

    /**
     * A number of a user in a sale.
     *
     * @param moment of a pass, when the user entered; of a ticket, when it expires
     */
    public record Signed(long saleId, long userId, long number, Instant moment) {}

    /** Proves for as long as the secret lasts that the user has this number. */
    public String pass(Signed entry) {
        return sign('P', entry);
    }

    /** Buys one unit, until its moment. */
    public String ticket(Signed entry) {
        return sign('T', entry);
    }

    /** Empty if it is no pass, or not one of ours. */
    public Optional<Signed> readPass(String text) {
        return read('P', text);
    }

    /** Empty if it is no ticket, or not one of ours. Whether it has expired is not looked at. */
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

    /** Nothing if it is no base64url. */
    private static byte[] decode(String text) {
        try {
            return Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException malformed) {
            return new byte[0];
        }
    }
}
