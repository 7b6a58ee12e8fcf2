package io.flashsale.contracts.admission;

import java.util.regex.Pattern;

/** The request header with which a client names what it asks for: repeated requests with the same name have one effect. */
public final class IdempotencyKeyHeader {

    public static final String NAME = "Idempotency-Key";

    private static final Pattern KEY = Pattern.compile("[!-~]{1,64}");

    private IdempotencyKeyHeader() {}

    /** Whether this is 1 to 64 visible ASCII characters. */
    public static boolean isWellFormed(String key) {
        return KEY.matcher(key).matches();
    }
}
