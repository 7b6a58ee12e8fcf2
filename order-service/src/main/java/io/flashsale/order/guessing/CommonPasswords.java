package io.flashsale.order.guessing;

import com.nulabinc.zxcvbn.StandardDictionaries;
import com.nulabinc.zxcvbn.matchers.Dictionary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Passwords that are tried first, hence are none: tens of thousands that others have used, words and names, by the lists of
 * zxcvbn; a list of our own; whatever the case; one that is the account's name; and one character over and over.
 */
@Component
public class CommonPasswords {

    private static final String OURS = "/io/flashsale/order/guessing/common-passwords.txt";

    /** What is shorter is no password anyway. */
    private static final int MIN_LENGTH = 8;

    /** Of the demo's accounts, for everybody to read. */
    private static final Set<String> PRINTED = Set.of("alice-demo", "bob-demo", "admin-demo");

    private final Set<String> common;

    CommonPasswords() {
        try {
            common = Stream.concat(ofOthers(), ours().lines())
                    .filter(word -> word.length() >= MIN_LENGTH && !word.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** All lists: a password that is a name as well is in that of names only. */
    private static Stream<String> ofOthers() throws IOException {
        return StandardDictionaries.loadAllDictionaries().stream()
                .map(Dictionary::getFrequencies)
                .flatMap(words -> words.stream());
    }

    private static String ours() throws IOException {
        try (InputStream list = CommonPasswords.class.getResourceAsStream(OURS)) {
            if (list == null) {
                throw new IllegalStateException(OURS + " is not on the class path");
            }
            return new String(list.readAllBytes(), StandardCharsets.UTF_8);
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

    /** How many are refused for everybody. */
    int size() {
        return common.size();
    }

    /** Whether it is printed in our documentation. */
    public boolean isPrinted(String password) {
        return PRINTED.contains(password);
    }
}
