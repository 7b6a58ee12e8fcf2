package io.flashsale.locklab.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.scheduler.GameScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Both languages have the same keys; every key that is asked for exists, and none is unused. */
class TextsTests {

    private static final Pattern WORD = Pattern.compile("\\{\\d}");
    private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}");

    private static final String KEY = "\"([\\w-]+)\"";

    /** The calls that take a key without its first part, by that part. Sources name keys in no other way. */
    private static final Map<String, List<Pattern>> NAMED_BY = Map.of(
            "seen",
            List.of(
                    Pattern.compile("\\bfound\\([^\";]*Failure\\.\\w+,[^\";]*" + KEY),
                    Pattern.compile("\\bfound\\([^\";]*Failure\\.\\w+,[^\";]*\"[^\"]*\"\\s*:\\s*" + KEY)),
            "because",
            List.of(Pattern.compile("\\b(?:getsIn|isLockedOut|comesAfter)\\([^;\"]*" + KEY + "\\)")),
            "order",
            List.of(Pattern.compile("\\bexpect\\([^;]*?Outcome\\.\\w+,\\s*" + KEY)),
            "battery",
            List.of(Pattern.compile("\\bscenario\\(\\s*" + KEY)));

    private static final Pattern WHOLE_KEY = Pattern.compile("\"((?:seen|because|doubt|order|battery)\\.[\\w-]+)\"");

    private static Set<String> keysIn(Language language) {
        String end = "." + language.slug();
        return Texts.keys().stream()
                .filter(key -> key.endsWith(end))
                .map(key -> key.substring(0, key.length() - end.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void bothLanguagesHaveTheSameKeys() {
        assertThat(keysIn(Language.EN)).isEqualTo(keysIn(Language.ZH)).isNotEmpty();
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
        Set<String> known =
                CaseCatalogue.all().stream().flatMap(TextsTests::keysOf).collect(Collectors.toSet());
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
    void whatSourcesSayOfRunsIsThereAndNothingElse() throws IOException {
        String sources = sources();
        Set<String> named = new TreeSet<>();
        NAMED_BY.forEach((part, calls) -> calls.forEach(
                call -> call.matcher(sources).results().forEach(found -> named.add(part + "." + found.group(1)))));
        WHOLE_KEY.matcher(sources).results().forEach(found -> named.add(found.group(1)));
        named.add("battery." + Scenario.crowd().id());

        assertThat(keysIn(Language.EN).stream().filter(key -> key.matches("(?:seen|because|doubt|order|battery)\\..*")))
                .containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void eachReasonWhyASchemeIsNotPlayedIsThatOfSomeScheme() {
        Set<Text> reasons = keysIn(Language.EN).stream()
                .filter(key -> key.startsWith("left-out."))
                .map(Texts::of)
                .collect(Collectors.toSet());
        assertThat(CaseCatalogue.all().stream()
                        .flatMap(each -> GameScheme.whyLeftOut(each).stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(reasons);
    }

    @Test
    void aWordThatLooksLikeABlankStaysAsItIs() {
        assertThat(Texts.of("seen.as", "{1}", "$2 and \\").en()).isEqualTo("{1}: $2 and \\");
        assertThat(Texts.of("seen.as", Text.same("a"), Texts.of("order.anns")).zh())
                .isEqualTo("a：" + Texts.of("order.anns").zh());
    }

    private static String sources() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".java")).toList()) {
                sources.append(Files.readString(file));
            }
        }
        return sources.toString();
    }
}
