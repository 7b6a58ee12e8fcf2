package io.flashsale.order.guessing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Passwords that are tried first, hence are none: those of a list, whatever the case; one that is the account's name; and one
 * character over and over.
 */
@Component
public class CommonPasswords {

    private static final String LIST = "/io/flashsale/order/guessing/common-passwords.txt";

    /** Of the demo's accounts, for everybody to read. */
    private static final Set<String> PRINTED = Set.of("alice-demo", "bob-demo", "admin-demo");

    private final Set<String> common;

    CommonPasswords() {
        try (InputStream list = CommonPasswords.class.getResourceAsStream(LIST)) {
            if (list == null) {
                throw new IllegalStateException(LIST + " is not on the class path");
            }
            common = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Whether it is too easy to guess for the account of this name. */
    public boolean includes(String password, String username) {
        String lower = password.toLowerCase(Locale.ROOT);
        return common.contains(lower)
                || PRINTED.contains(lower)
                || lower.equals(username.toLowerCase(Locale.ROOT))
                || lower.chars().distinct().count() == 1;
    }

    /** Whether it is printed in our documentation. */
    public boolean isPrinted(String password) {
        return PRINTED.contains(password);
    }
}
