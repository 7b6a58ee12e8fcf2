package io.flashsale.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A page loads the texts of one language only, so each text must be there in every language. */
class TextsOfPagesTests {

    private static final String ENGLISH = ".en.js";

    /** A text, which is skipped, or a name before a value, a name that is its own value, or a bracket. */
    private static final Pattern PARTS = Pattern.compile(
            "(?s)//[^\n]*|/\\*.*?\\*/|'(?<quoted>(?:[^'\\\\]|\\\\.)*)'(?<isName>\\s*:)?|`(?:[^`\\\\]|\\\\.)*`|(?<name>[\\w$]+)\\s*:"
                    + "|(?<open>\\{)|(?<close>})");

    static List<Path> texts() throws IOException {
        Path pages = ProjectRoot.find().resolve("libs/storefront/src/main/resources/static/assets");
        try (Stream<Path> files = Files.walk(pages)) {
            return files.filter(file -> file.toString().endsWith(ENGLISH)).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void areThereInBothLanguages(Path english) throws IOException {
        Path chinese = english.resolveSibling(english.getFileName().toString().replace(ENGLISH, ".zh.js"));
        assertThat(names(chinese)).isNotEmpty().isEqualTo(names(english));
    }

    /** The names of all texts with those of the objects around them, such as {@code shop.entry.TICKET}. */
    private static Set<String> names(Path file) throws IOException {
        Set<String> names = new TreeSet<>();
        Deque<String> around = new ArrayDeque<>();
        String last = "";
        for (Matcher part = PARTS.matcher(Files.readString(file)); part.find(); ) {
            String name = part.group("isName") == null ? part.group("name") : part.group("quoted");
            if (name != null) {
                last = name;
                names.add(String.join(".", around) + "." + name);
            } else if (part.group("open") != null) {
                around.addLast(last);
            } else if (part.group("close") != null) {
                around.removeLast();
            }
        }
        return names;
    }
}
