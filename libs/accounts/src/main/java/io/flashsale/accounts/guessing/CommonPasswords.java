package io.flashsale.accounts.guessing;

import com.nulabinc.zxcvbn.StandardDictionaries;
import com.nulabinc.zxcvbn.matchers.Dictionary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * Recognises passwords that are too easy to guess, regardless of case. These are tens of thousands of common
 * passwords, words and names from zxcvbn's lists; a list of our own; the account's name; and one repeated
 * character.
 */
@Component
public class CommonPasswords {

    private static final String OURS = "common-passwords.txt";

    /** Shorter text is never accepted as a password. */
    private static final int MIN_LENGTH = 8;

    /** Passwords of the demo's accounts, which our documentation prints. */
    private static final Set<String> PRINTED = Set.of("alice-demo", "bob-demo", "admin-demo");

    private final Set<String> common;

    CommonPasswords() {
        try {
            String ours = new ClassPathResource(OURS, CommonPasswords.class).getContentAsString(StandardCharsets.UTF_8);
            common = Stream.concat(ofOthers(), ours.lines())
                    .filter(word -> word.length() >= MIN_LENGTH && !word.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Reads all lists: a password that is also a name appears only in the lists of names. */
    private static Stream<String> ofOthers() throws IOException {
        return StandardDictionaries.loadAllDictionaries().stream()
                .map(Dictionary::getFrequencies)
                .flatMap(words -> words.stream());
    }

    /** Whether the password is too easy to guess for the account of this name. */
    public boolean includes(String password, String username) {
        String lower = password.toLowerCase(Locale.ROOT);
        return common.contains(lower)
                || PRINTED.contains(lower)
                || lower.equals(username.toLowerCase(Locale.ROOT))
                || lower.chars().distinct().count() == 1;
    }

    /** The number of passwords that are refused for every account. */
    int size() {
        return common.size();
    }

    /** Whether our documentation prints the password. */
    public boolean isPrinted(String password) {
        return PRINTED.contains(password);
    }
}
