package io.flashsale.locklab.course;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every page of the course in both languages, as the shop shows it: complete, without dead links, and with existing
 * cases.
 */
@Tag("long")
class CoursePagesTests {

    private static final Course COURSE = new Course();
    private static final List<String> CASES =
            CaseCatalogue.all().stream().map(Case::id).toList();

    static Stream<Arguments> pages() {
        return Stream.of(PageLanguage.values())
                .flatMap(language -> Stream.concat(
                                Stream.of("README"),
                                COURSE.chapters(language).stream().map(Chapter::id))
                        .map(page -> Arguments.of(language, page)));
    }

    private static String html(PageLanguage language, String page) {
        return page.equals("README")
                ? COURSE.contents(language)
                : COURSE.chapter(language, page).orElseThrow();
    }

    static List<String> found(String regex, String text) {
        return Pattern.compile(regex)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    @Test
    void areThoseOfTheRepository() throws IOException {
        for (PageLanguage language : PageLanguage.values()) {
            try (Stream<Path> files = Files.list(ProjectRoot.find().resolve(language.folder()))) {
                assertThat(COURSE.chapters(language).stream().map(Chapter::id))
                        .containsExactlyElementsOf(files.map(file -> String.valueOf(file.getFileName()))
                                .filter(name -> name.matches("\\d\\d.*\\.md"))
                                .map(name -> name.replace(".md", ""))
                                .sorted()
                                .toList());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void areWellFormedAndHaveTheirCodeAndTables(PageLanguage language, String page) throws Exception {
        String html = html(language, page);
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader("<article>" + html + "</article>")));
        String markdown = markdown(language, page);
        assertThat(found("(<pre>)", html)).hasSameSizeAs(found("(?m)^(```)\\w+$", markdown));
        assertThat(found("(<table>)", html)).hasSameSizeAs(found("(?m)^(\\| ---)", markdown));
        assertThat(found("(<details>)", html)).hasSameSizeAs(found("(?m)^(<details>)", markdown));
        assertThat(html).doesNotContain("&lt;details", "**", "](");
    }

    private static String markdown(PageLanguage language, String page) throws IOException {
        return Files.readString(ProjectRoot.find().resolve(language.folder() + page + ".md"));
    }

    /** The shop has every link target of a chapter; a missing one belongs in the list in the lab's POM. */
    @ParameterizedTest
    @MethodSource("pages")
    void loseNoLink(PageLanguage language, String page) throws IOException {
        List<String> lost = new ArrayList<>();
        MarkdownRenderer.parse(markdown(language, page)).accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                if (COURSE.addresses()
                        .of(language.folder() + page + ".md", link.getDestination())
                        .isEmpty()) {
                    lost.add(link.getDestination());
                }
            }
        });
        assertThat(lost).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void leadWhereSomethingIs(PageLanguage language, String page) {
        assertThat(found("href=\"([^\"]*)\"", html(language, page)))
                .isNotEmpty()
                .allSatisfy(address -> assertThat(leadsSomewhere(language, address))
                        .as(address)
                        .isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/course/14-nothing",
                "/course/01-the-race#nowhere",
                "/course/files/docs/nothing.md",
                "/course/files/sql/order/V2__orders.sql#L99999",
                "/lab/A99",
                "/lab/matrix?cell=A99/fair",
                "/lab/matrix?cell=A8/foul",
            })
    void wouldNoticeALinkThatLeadsNowhere(String address) {
        assertThat(leadsSomewhere(PageLanguage.EN, address)).isFalse();
    }

    private static boolean leadsSomewhere(PageLanguage language, String address) {
        if (address.startsWith("https://")) {
            return true;
        }
        String[] parts = address.split("#", 2);
        if (parts[0].startsWith("/lab/matrix")) {
            return isCell(parts[0].substring("/lab/matrix".length()));
        }
        if (parts[0].startsWith("/lab/")) {
            return CASES.contains(parts[0].substring("/lab/".length()));
        }
        Optional<String> text = parts[0].equals(Addresses.COURSE)
                ? Optional.of(COURSE.contents(language))
                : parts[0].startsWith("/course/files/")
                        ? COURSE.file(parts[0].substring("/course/files/".length()))
                        : COURSE.chapter(language, parts[0].substring("/course/".length()));
        return text.isPresent()
                && (parts.length == 1
                        || text.get().contains("id=\"" + parts[1] + "\"")
                        || text.get().lines().count() >= line(parts[1]));
    }

    private static int line(String anchor) {
        return anchor.matches("L\\d+") ? Integer.parseInt(anchor.substring(1)) : Integer.MAX_VALUE;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void runWhatExists(PageLanguage language, String page) {
        assertThat(found("data-(?:run|compare)=\"([^\"]*)\"", html(language, page)))
                .flatMap(subjects -> List.of(subjects.split(",", -1)))
                .allSatisfy(subject -> {
                    String[] words = subject.split("/", 2);
                    Case run = CaseCatalogue.find(words[0]).orElseThrow();
                    if (words.length > 1) {
                        assertThat(run.scenario(words[1])).as(subject).isPresent();
                    }
                });
    }

    @Test
    void runEveryCaseThereIs() {
        for (PageLanguage language : PageLanguage.values()) {
            assertThat(COURSE.chapters(language).stream().flatMap(chapter -> chapter.cases().stream()))
                    .as("run in the chapters, and hence linked from the lab")
                    .containsAll(CASES);
        }
    }

    @ParameterizedTest
    @EnumSource(PageLanguage.class)
    void giveEachRowOfTheCoverageARunOrAReason(PageLanguage language) {
        assertThat(found("<tr>\\s*<td[^>]*>(\\d.*?)</tr>", coverage(language)))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row).containsPattern(" href=|<code>learn/lock-lab/cases|<em>"));
    }

    /** Each scenario there exists, and leads to the chapter that runs its case. */
    @ParameterizedTest
    @EnumSource(PageLanguage.class)
    void linkTheScenariosOfTheCoverageToTheirChapters(PageLanguage language) {
        assertThat(Pattern.compile(" href=\"/course/([^\"#]*)\">([A-E]\\d+)/([a-z0-9-]+)</a>")
                        .matcher(coverage(language))
                        .results())
                .isNotEmpty()
                .allSatisfy(link -> {
                    Case linked = CaseCatalogue.find(link.group(2)).orElseThrow();
                    assertThat(linked.scenario(link.group(3))).isPresent();
                    assertThat(COURSE.chapters(language))
                            .filteredOn(chapter -> chapter.id().equals(link.group(1)))
                            .flatMap(Chapter::cases)
                            .contains(linked.id());
                });
    }

    private static String coverage(PageLanguage language) {
        return html(language, "17-coverage").replace("\n", "");
    }

    @Test
    void offerARunWhereTheTextNamesOneAndNotInAnswers() {
        assertThat(found("data-run=\"([^\"]*)\"", html(PageLanguage.EN, "03-first-redis-locks")))
                .containsExactly("A3", "A4", "A5", "A6");
        assertThat(found("(data-in=\"exercise\")", html(PageLanguage.ZH, "03-first-redis-locks")))
                .hasSize(1);
    }

    @Test
    void compareByTheCrowdThatTheTextNames() {
        for (PageLanguage language : PageLanguage.values()) {
            assertThat(found("data-compare=\"A1\"[^>]*data-sizes=\"([^\"]*)\"", html(language, "01-the-race")))
                    .containsExactly("buyers=1");
            assertThat(found("data-compare=\"A2\"[^>]*data-sizes=\"([^\"]*)\"", html(language, "02-one-jvm")))
                    .containsExactly("processes=1", "processes=2");
            assertThat(found("data-sizes=\"([^\"]*)\"", html(language, "11-which-one")))
                    .contains("stock=2000&amp;buyers=100");
        }
    }

    @Test
    void explainAWordOnceAndNotInsideOfCodeOrLinks() {
        String html = html(PageLanguage.EN, "07-more-than-one-redis");
        assertThat(found("<dfn title=\"[^\"]+\">([^<]*)</dfn>", html))
                .contains("fencing token", "lease")
                .doesNotHaveDuplicates();
        assertThat(html).doesNotContainPattern("<code[^>]*>[^<]*<dfn");
        assertThat(found("<dfn title=\"([^\"]+)\">租约", html(PageLanguage.ZH, "03-first-redis-locks")))
                .singleElement()
                .asString()
                .startsWith("过一段时间自己结束的锁");
        // Our own words for the shop mean something else in a chapter on locks.
        assertThat(html).doesNotContain(">holder</dfn>", ">run</dfn>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "text <img src=x onerror=alert(1)> text",
                "<details open ontoggle=alert(1)><summary>x</summary>",
                "[x](javascript:alert(1))",
                "<javascript:alert(1)>",
                "![x](https://elsewhere.example/x.png)",
            })
    void letNothingThroughButMarkdown(String text) {
        var document = MarkdownRenderer.parse(text);
        document.accept(new Links(COURSE.addresses(), "docs/course/README.md"));
        assertThat(MarkdownRenderer.html(document))
                .doesNotContain("<script", "<img", "<details")
                .doesNotContainPattern("(?i)href=\"javascript");
    }

    /** The query of a link to the matrix: nothing, or one of its cells. */
    private static boolean isCell(String query) {
        Matcher cell = Pattern.compile("\\?cell=([A-E]\\d+)/([a-z-]+)").matcher(query);
        if (!cell.matches()) {
            return query.isEmpty();
        }
        JsonNode matrix = JsonMapper.shared()
                .readTree(
                        ProjectRoot.find().resolve("libs/storefront/src/main/resources/static/assets/lab/matrix.json"));
        return matrix.path("schemes")
                .valueStream()
                .filter(scheme -> scheme.path("id").asString().equals(cell.group(1)))
                .anyMatch(scheme -> scheme.path("cells").has(cell.group(2)));
    }
}
