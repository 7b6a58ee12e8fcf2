package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The course on locks, {@code docs/course}: what it quotes is where it says, what it tells to run exists, and both
 * languages have the same chapters, code, commands and links. That files exist is a matter of {@link ReadmeTests}.
 */
class CourseTests {

    private static final Path COURSE = ROOT.resolve("docs/course");
    private static final Path CASES = ROOT.resolve("lock-lab/src/main/java/io/flashsale/locklab");

    private static final String CODE_BLOCK = "(?ms)^```\\w*\\n(.*?)^```$";
    private static final String LINK = "\\[([^\\]\\n]*)\\]\\(([^)\\s]+)\\)";

    /** A link to a line, alone in its own line, and the code that is quoted below it. */
    private static final String QUOTATION =
            "(?m)^" + LINK.replace("([^)\\s]+)", "([^)\\s#]+)#L(\\d+)") + "\\n\\n```\\w+\\n((?s:.*?))^```$";

    private static final List<String> PARTS =
            List.of("Problem", "The code", "See it fail", "Why", "The cure", "In production", "Exercises");
    private static final List<String> PARTS_IN_CHINESE = List.of("问题", "代码", "看它失败", "为什么", "解法", "生产中怎么用", "练习");

    static Stream<String> pages() {
        return pagesIn(COURSE).stream();
    }

    /** All but the contents, the chapter that only compares, and those that only ask. */
    static Stream<String> chapters() {
        return pages().filter(page -> page.matches("\\d\\d-.*") && !page.matches("1[145]-.*"));
    }

    static Stream<String> numbered() {
        return pages().filter(page -> page.matches("\\d\\d-.*"));
    }

    private static List<String> pagesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> Objects.requireNonNull(file.getFileName()).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void hasTheSameChaptersInBothLanguages() {
        assertThat(pagesIn(COURSE.resolve("zh"))).isEqualTo(pagesIn(COURSE)).hasSize(17);
        List<String> numbered = pages().filter(page -> page.matches("\\d.*"))
                .map(page -> page.substring(0, 2))
                .toList();
        assertThat(numbered)
                .isEqualTo(IntStream.rangeClosed(1, numbered.size())
                        .mapToObj("%02d"::formatted)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void saysTheSameInBothLanguages(String page) {
        Path english = COURSE.resolve(page);
        Path chinese = COURSE.resolve("zh").resolve(page);
        assertThat(blocks(chinese)).as("code and output").isEqualTo(blocks(english));
        assertThat(commands(chinese)).as("commands").isEqualTo(commands(english));
        assertThat(links(chinese)).as("links").containsExactlyInAnyOrderElementsOf(links(english));
        assertThat(all("(?m)^#+ ", prose(chinese)).map(MatchResult::group))
                .as("headings")
                .containsExactlyElementsOf(
                        all("(?m)^#+ ", prose(english)).map(MatchResult::group).toList());
        for (String mark : List.of("(?m)^\\|", "(?m)^\\*\\*\\d\\.\\*\\*", "<details><summary>", "</details>")) {
            assertThat(all(mark, prose(chinese)).count())
                    .as(mark)
                    .isEqualTo(all(mark, prose(english)).count());
        }
    }

    @ParameterizedTest
    @MethodSource("chapters")
    void hasAllPartsOfAChapter(String page) {
        assertThat(headings(COURSE.resolve(page))).isEqualTo(PARTS);
        assertThat(headings(COURSE.resolve("zh").resolve(page))).isEqualTo(PARTS_IN_CHINESE);
        assertThat(all("(?m)^\\*\\*\\d\\.\\*\\*", read(COURSE.resolve(page))).count())
                .as("exercises")
                .isBetween(2L, 4L);
    }

    /** At its head, and in the contents, as the rule says that is stated there: 200 words or 15 lines a minute. */
    @ParameterizedTest
    @MethodSource("numbered")
    void saysAtItsHeadHowLongItTakesAndWhatOneShouldKnow(String page) {
        String text = read(COURSE.resolve(page)).replaceFirst("(?s)\\n## Exercises.*", "");
        long lines =
                all(CODE_BLOCK, text).flatMap(block -> block.group(1).lines()).count();
        String words = text.replaceAll(CODE_BLOCK, "").replaceAll(LINK, "$1").strip();
        double minutes = words.split("\\s+").length / 200.0 + lines / 15.0;
        for (Path document : List.of(COURSE.resolve(page), COURSE.resolve("zh").resolve(page))) {
            List<String> head = all("(?m)^> \\*\\*([^*]+)\\*\\*[:：] ?(\\d*)", read(document))
                    .map(line -> line.group(1) + line.group(2))
                    .toList();
            assertThat(head).as("head of %s", document).hasSize(2);
            int stated = Integer.parseInt(head.getFirst().replaceAll("\\D", ""));
            assertThat((double) stated).isCloseTo(minutes, within(1.0));
            assertThat(read(folderOf(document).resolve("README.md")))
                    .containsPattern("\\(" + page + "\\) \\| .* \\| " + stated + " (min|分钟) \\|");
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void quotesWhatIsThere(String page) {
        for (Path document : List.of(COURSE.resolve(page), COURSE.resolve("zh").resolve(page))) {
            assertThat(wrongQuotations(document, read(document)))
                    .as("quotations of %s", document)
                    .isEmpty();
        }
    }

    @Test
    void wouldNoticeALineThatHasMoved() {
        Path document = COURSE.resolve("03-first-redis-locks.md");
        String text = read(document);
        assertThat(all(QUOTATION, text)).hasSizeGreaterThan(3);
        assertThat(wrongQuotations(document, text.replaceFirst("#L(\\d)", "#L9$1")))
                .hasSize(1);
        assertThat(wrongQuotations(document, text.replace("redis.call(\"DEL\", name);", "redis.del(name);")))
                .isNotEmpty();
    }

    /** What is not, line by line, in the file from the line that the link names. */
    private static List<String> wrongQuotations(Path document, String text) {
        List<String> wrong = new ArrayList<>();
        all(QUOTATION, text).forEach(quotation -> {
            Path file = folderOf(document).resolve(quotation.group(2)).normalize();
            List<String> source = Files.exists(file) ? read(file).lines().toList() : List.of();
            List<String> quoted = quotation.group(4).lines().toList();
            int from = Integer.parseInt(quotation.group(3)) - 1;
            for (int i = 0; i < quoted.size(); i++) {
                if (from + i >= source.size()
                        || !source.get(from + i).strip().equals(quoted.get(i).strip())) {
                    wrong.add("%s:%d is not '%s'; it is in line %d"
                            .formatted(file, from + i + 1, quoted.get(i), 1 + lineOf(quoted.get(i), source)));
                    return;
                }
            }
        });
        return wrong;
    }

    private static int lineOf(String quoted, List<String> source) {
        return source.stream().map(String::strip).toList().indexOf(quoted.strip());
    }

    /** Every link to a line has its quotation, or nobody could tell whether the line is still the one that is meant. */
    @ParameterizedTest
    @MethodSource("pages")
    void quotesEachLineThatItLinksTo(String page) {
        String text = read(COURSE.resolve(page));
        assertThat(all(QUOTATION, text).count())
                .isEqualTo(all("#L\\d+\\)", text).count());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void tellsToRunWhatExists(String page) throws IOException {
        String cases = sourcesOfCases();
        all("lock-lab/cases (?:run|compare) ([A-E]\\d+[\\w/,-]*)", read(COURSE.resolve(page)))
                .flatMap(command -> Stream.of(command.group(1).split(",")))
                .forEach(subject -> {
                    String[] words = subject.split("/");
                    assertThat(cases).as(subject).contains("\"" + words[0] + "\",");
                    if (words.length > 1) {
                        // Some are put together: "crowd-" and a number.
                        assertThat(cases).as(subject).contains('"' + words[1].replaceAll("\\d+$", ""));
                    }
                });
    }

    /** Output without its command is quoted from another chapter, and has to be what is printed there. */
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
        return pages().flatMap(page -> all("(?ms)^```text\\n(.*?)^```$", read(COURSE.resolve(page)))
                // Columns are as wide as their longest word, which may be in another row.
                .map(output -> output.group(1).replaceAll(" +", " ")));
    }

    /** {@code Class.method} in a sentence, of a class of ours: its source still has the method. */
    @ParameterizedTest
    @MethodSource("pages")
    void namesMethodsThatExist(String page) throws IOException {
        for (Path document : List.of(COURSE.resolve(page), COURSE.resolve("zh").resolve(page))) {
            assertThat(methodsThatAreMissing(prose(document)))
                    .as("named in %s", document)
                    .isEmpty();
        }
    }

    @Test
    void wouldNoticeAMethodThatDoesNotExist() throws IOException {
        assertThat(methodsThatAreMissing("`FailPoints.hit`, `FailPoints.reached()` and `String.length`"))
                .containsExactly("FailPoints.reached");
    }

    private static List<String> methodsThatAreMissing(String text) throws IOException {
        List<String> missing = new ArrayList<>();
        for (MatchResult named :
                all("`([A-Z]\\w+)\\.([a-z]\\w+)(?:\\(\\))?`", text).toList()) {
            List<Path> sources = ourClasses(named.group(1));
            if (!sources.isEmpty()
                    && sources.stream().noneMatch(source -> read(source).contains(named.group(2) + "("))) {
                missing.add(named.group(1) + "." + named.group(2));
            }
        }
        return missing;
    }

    private static List<Path> ourClasses(String name) throws IOException {
        try (Stream<Path> files = Files.walk(CASES)) {
            return files.filter(file -> file.endsWith(name + ".java")).toList();
        }
    }

    private static String sourcesOfCases() throws IOException {
        try (Stream<Path> files = Files.walk(CASES)) {
            return String.join(
                    "\n",
                    files.filter(file -> file.toString().matches(".*(Cases|Questions)\\.java"))
                            .map(ComposeTests::read)
                            .toList());
        }
    }

    /** Of a diagram who is in it, and its arrows: its texts are translated. */
    private static List<String> blocks(Path document) {
        return all(CODE_BLOCK, read(document))
                .map(block -> block.group().startsWith("```mermaid")
                        ? ReadmeTests.outline(block.group(1))
                        : Markdown.withoutComments(block.group(1)))
                .toList();
    }

    private static List<String> commands(Path document) {
        return all("`(lock-lab/cases [^`\\n]+)`", prose(document))
                .map(command -> command.group(1))
                .toList();
    }

    /** Where they lead; anchors of headings differ by language, those of lines do not. */
    private static List<String> links(Path document) {
        return all(LINK, prose(document))
                .map(link -> link.group(2))
                .map(target -> target.startsWith("https:") ? target : destination(document, target))
                .filter(target -> !target.equals("docs/course/README.md"))
                .toList();
    }

    private static String destination(Path document, String target) {
        String path = target.replaceAll("#(?!L\\d).*", "");
        String resolved =
                ROOT.relativize(folderOf(document).resolve(path).normalize()).toString();
        return resolved.replace("docs/course/zh", "docs/course").replace(".zh-CN.md", ".md");
    }

    private static List<String> headings(Path document) {
        return all("(?m)^## (.*)$", prose(document))
                .map(heading -> heading.group(1))
                .toList();
    }

    private static String prose(Path document) {
        return read(document).replaceAll(CODE_BLOCK, "");
    }

    private static Path folderOf(Path document) {
        return Objects.requireNonNull(document.getParent());
    }
}
