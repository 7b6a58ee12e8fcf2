package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the course on locks, {@code docs/course}: quoted lines are where the links say, and its commands
 * exist.
 *
 * <p>{@link ReadmeTests} checks that files exist, and that both languages have the same code, commands and
 * links.
 */
class CourseTests {

    private static final Path CASES = ROOT.resolve("learn/lock-lab/src/main/java/io/flashsale/locklab");

    private static final String LINK = "\\[([^\\]\\n]*)\\]\\(([^)\\s]+)\\)";

    /** A link to a line, alone in its line, followed by the quoted code. */
    private static final String QUOTATION =
            "(?m)^" + LINK.replace("([^)\\s]+)", "([^)\\s#]+)#L(\\d+)") + "\\n\\n```\\w+\\n((?s:.*?))^```$";

    /** The chapters in both languages. */
    static Stream<MarkdownDocument> pages() {
        return MarkdownDocument.documents().filter(page -> page.toString().startsWith("docs/course/"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void quotesWhatIsThere(MarkdownDocument page) {
        assertThat(wrongQuotations(page, page.text())).isEmpty();
    }

    @Test
    void wouldNoticeALineThatHasMoved() {
        MarkdownDocument page = MarkdownDocument.of("docs/course/03-first-redis-locks.md");
        String text = page.text();
        assertThat(all(QUOTATION, text)).isNotEmpty();
        assertThat(wrongQuotations(page, text.replaceFirst("#L(\\d)", "#L9$1"))).hasSize(1);
        assertThat(wrongQuotations(page, text.replace("redis.call(\"DEL\", name);", "redis.del(name);")))
                .isNotEmpty();
    }

    /** The quoted lines that differ from the file at the linked line. */
    private static List<String> wrongQuotations(MarkdownDocument page, String text) {
        List<String> wrong = new ArrayList<>();
        all(QUOTATION, text).forEach(quotation -> {
            Path file = page.resolve(quotation.group(2));
            List<String> source = Files.exists(file) ? strippedLines(read(file)) : List.of();
            List<String> quoted = strippedLines(quotation.group(4));
            int line = Integer.parseInt(quotation.group(3));
            List<String> fromThere = source.subList(Math.min(line - 1, source.size()), source.size());
            if (Collections.indexOfSubList(fromThere, quoted) != 0) {
                wrong.add("%s:%d is not %s; it is in line %d"
                        .formatted(file, line, quoted, 1 + Collections.indexOfSubList(source, quoted)));
            }
        });
        return wrong;
    }

    private static List<String> strippedLines(String text) {
        return text.lines().map(String::strip).toList();
    }

    /**
     * Every link to a line has its quotation. Without one the test could not tell if it still points to the
     * right line.
     */
    @ParameterizedTest
    @MethodSource("pages")
    void quotesEachLineThatItLinksTo(MarkdownDocument page) {
        assertThat(all(QUOTATION, page.text()).count())
                .isEqualTo(all("#L\\d+\\)", page.text()).count());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void tellsToRunWhatExists(MarkdownDocument page) throws IOException {
        String cases = sources(".*(Cases|Questions)\\.java").stream()
                .map(ComposeTests::read)
                .collect(joining("\n"));
        all("learn/lock-lab/cases (?:run|compare) ([A-E]\\d+[\\w/,-]*)", page.text())
                .flatMap(command -> Stream.of(command.group(1).split(",")))
                .forEach(subject -> {
                    String[] words = subject.split("/");
                    assertThat(cases).as(subject).contains("\"" + words[0] + "\",");
                    if (words.length > 1) {
                        // Some names are put together: "crowd-" and a number.
                        assertThat(cases).as(subject).contains('"' + words[1].replaceAll("\\d+$", ""));
                    }
                });
        String observations = read(CASES.resolve("observation/Observation.java"));
        all("learn/lock-lab/cases observe ([a-z]+)", page.text())
                .forEach(command -> assertThat(observations)
                        .containsPattern("(?m)^ +" + command.group(1).toUpperCase(Locale.ROOT) + "\\("));
    }

    /** Output without its command is quoted from another chapter and must equal the output there. */
    @Test
    void repeatsOutputAsItIsPrintedInItsChapter() {
        List<String> printed = outputs()
                .filter(output -> output.startsWith("$ "))
                .flatMap(String::lines)
                .toList();
        assertThat(outputs().filter(output -> output.startsWith("case ")).flatMap(String::lines))
                .isNotEmpty()
                .filteredOn(row -> !row.startsWith("case "))
                .isSubsetOf(printed);
    }

    private static Stream<String> outputs() {
        return pages().flatMap(page -> all("(?ms)^```text\\n(.*?)^```$", page.text())
                // Columns are as wide as their longest word, which may be in another row.
                .map(output -> output.group(1).replaceAll(" +", " ")));
    }

    /** For each {@code Class.method} of ours in the prose, the source still has the method. */
    @ParameterizedTest
    @MethodSource("pages")
    void namesMethodsThatExist(MarkdownDocument page) throws IOException {
        assertThat(methodsThatAreMissing(page.prose() + "`FailPoints.hit`, `FailPoints.reached()`, `String.length`"))
                .as("only what this test makes up is missing")
                .containsExactly("FailPoints.reached");
    }

    private static List<String> methodsThatAreMissing(String text) throws IOException {
        List<String> missing = new ArrayList<>();
        for (MatchResult named :
                all("`([A-Z]\\w+)\\.([a-z]\\w+)(?:\\(\\))?`", text).toList()) {
            List<Path> sources = sources(named.group(1) + "\\.java");
            if (!sources.isEmpty()
                    && sources.stream().noneMatch(source -> read(source).contains(named.group(2) + "("))) {
                missing.add(named.group(1) + "." + named.group(2));
            }
        }
        return missing;
    }

    private static List<Path> sources(String name) throws IOException {
        try (Stream<Path> files = Files.walk(CASES)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches(name))
                    .toList();
        }
    }
}
