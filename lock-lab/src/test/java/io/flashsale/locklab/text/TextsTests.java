package io.flashsale.locklab.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.Catalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That both languages say the same things, that nothing is asked for which is not there, and nothing is there in vain. */
class TextsTests {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern WORD = Pattern.compile("\\{\\d}");
    private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}");

    /** What sources name: {@code found(Failure.X, "key"}, {@code getsIn(context, bob, "key")}, {@code Texts.of("seen.key"}. */
    private static final List<Pattern> ASKED_FOR = List.of(
            Pattern.compile("(?:found|counted)\\(\\s*Failure\\.\\w+,\\s*\"([\\w-]+)\""),
            Pattern.compile("(?:getsIn|isLockedOut)\\([^;\"]*\"([\\w-]+)\"\\)"));

    private static Set<String> keysIn(Language language) {
        String end = "." + language.slug();
        return Texts.keys().stream()
                .filter(key -> key.endsWith(end))
                .map(key -> key.substring(0, key.length() - end.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void bothLanguagesHaveTheSameKeys() {
        assertThat(keysIn(Language.EN)).isEqualTo(keysIn(Language.ZH)).hasSizeGreaterThan(350);
        assertThat(Texts.keys()).hasSize(2 * keysIn(Language.EN).size());
    }

    @Test
    void bothLanguagesHaveTheSameBlanksToFill() {
        for (String key : keysIn(Language.EN)) {
            Text text = Texts.of(key);
            assertThat(blanks(text.en())).as(key).isEqualTo(blanks(text.zh()));
            assertThat(CHINESE.matcher(text.en()).find()).as(text.en()).isFalse();
        }
    }

    private static Set<String> blanks(String text) {
        return WORD.matcher(text).results().map(found -> found.group()).collect(Collectors.toSet());
    }

    @Test
    void eachTextOfACaseIsOfACaseOrAScenarioThatThereIs() {
        Set<String> known = Catalogue.all().stream().flatMap(TextsTests::keysOf).collect(Collectors.toSet());
        assertThat(keysIn(Language.EN).stream().filter(key -> key.matches("(?:[A-E]\\d+|asked)\\..*")))
                .allMatch(key -> known.contains(key.replaceFirst("\\[\\d+]$", "")));
    }

    private static Stream<String> keysOf(Case each) {
        return Stream.of(
                        Stream.of("name", "shows", "guarantees", "doesNotGuarantee")
                                .map(key -> each.id() + "." + key),
                        each.scenarios().stream().map(Scenario::id).map(id -> each.id() + ".scenarios." + id),
                        each.asked().stream().map(Scenario::id).map(id -> "asked." + id))
                .flatMap(keys -> keys);
    }

    @Test
    void whatSourcesSayOfRunsIsThereAndNothingElse() {
        String sources = sources();
        Set<String> present = keysIn(Language.EN).stream()
                .filter(key -> key.matches("(?:seen|because|doubt|order|battery)\\..*"))
                .collect(Collectors.toSet());

        assertThat(present).isNotEmpty().allMatch(key -> {
            String word = key.substring(key.indexOf('.') + 1);
            return sources.contains('"' + word + '"') || sources.contains('"' + key + '"') || word.equals("crowd");
        });
        for (Pattern pattern : ASKED_FOR) {
            Matcher asked = pattern.matcher(sources);
            while (asked.find()) {
                assertThat(present).containsAnyOf("seen." + asked.group(1), "because." + asked.group(1));
            }
        }
    }

    private static String sources() {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(TextsTests::read)
                    .collect(Collectors.joining());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
