package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that files, settings and meters named in README and docs exist, and that both languages agree. */
class ReadmeTests {

    private static final Pattern WORKFLOW =
            Pattern.compile("\\.\\./\\.\\./actions/workflows/([\\w-]+\\.yml)(/badge\\.svg)?");

    private static final Set<String> FILES = namesOfFilesIn(ROOT.toFile()).collect(toSet());

    @ParameterizedTest
    @MethodSource("io.flashsale.system.project.MarkdownDocument#documents")
    void linksToFilesThatExist(MarkdownDocument document) {
        assertThat(document.links()
                        .map(MarkdownDocument.Link::target)
                        .filter(target -> !target.matches("https?://.*") && !leadsSomewhere(document, target)))
                .as("dead links of %s", document)
                .isEmpty();
    }

    private static boolean leadsSomewhere(MarkdownDocument document, String target) {
        // A page or picture of a workflow, which GitHub serves outside the repository's files.
        Matcher workflow = WORKFLOW.matcher(target);
        if (workflow.matches()) {
            return Files.exists(ROOT.resolve(".github/workflows").resolve(workflow.group(1)));
        }
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file = path.isEmpty() ? document.file() : document.resolve(path);
        return Files.exists(file) && (hash < 0 || hasAnchor(file, target.substring(hash + 1)));
    }

    /** Whether the file has this heading, this cell of the lock lab's matrix, or this line. */
    private static boolean hasAnchor(Path file, String anchor) {
        if (file.endsWith("matrix.json")) {
            String[] cell = anchor.split("/");
            return read(file)
                    .lines()
                    .anyMatch(line -> line.contains("\"id\":\"" + cell[0] + "\"")
                            && line.contains("\"" + cell[cell.length - 1] + "\":{\"answer\""));
        }
        return file.toString().endsWith(".md")
                ? new MarkdownDocument(file).anchors().contains(anchor)
                : anchor.matches("L\\d{1,5}")
                        && Integer.parseInt(anchor.substring(1))
                                <= read(file).lines().count();
    }

    @ParameterizedTest
    @MethodSource("io.flashsale.system.project.MarkdownDocument#documents")
    void namesFilesThatExist(MarkdownDocument document) {
        assertThat(document.groups("`([^`\\n]+)`").filter(path -> isPath(path) && !exists(document, path)))
                .as("named in %s", document)
                .isEmpty();
    }

    @Test
    void wouldNoticeAFileThatDoesNotExist() {
        assertThat(List.of("docs/architectur.md", "OutboxRelais.java", "./demon", "sql/labs"))
                .allMatch(ReadmeTests::isPath)
                .noneMatch(path -> exists(MarkdownDocument.of("README.md"), path));
    }

    /**
     * Whether the code is a path: it contains a slash, or ends like a file.
     *
     * <p>URL paths, media types, keys, and folders that exist only at run time do not count.
     */
    private static boolean isPath(String code) {
        return code.matches("[\\w.-]+(/[\\w.-]+)+/?|[\\w-]+\\.(java|lua|sql|md|ya?ml|xml|sh|json)")
                && !code.matches("(text|application)/.*|[.](flashsale|cache)/.*|.*/target/.*");
    }

    private static boolean exists(MarkdownDocument document, String path) {
        return path.contains("/")
                ? Files.exists(ROOT.resolve(path))
                        || Files.exists(document.folder().resolve(path))
                : FILES.contains(path);
    }

    /** For a link whose text is a name in a source, {@code [`name`](Source.java)}, the source still has the name. */
    @ParameterizedTest
    @MethodSource("io.flashsale.system.project.MarkdownDocument#documents")
    void namesWhatIsInTheSource(MarkdownDocument document) {
        List<String> missing = document.links()
                .filter(link -> link.text().matches("`\\w+`") && link.target().endsWith(".java"))
                .filter(link -> !read(document.resolve(link.target()))
                        .contains(link.text().replace("`", "")))
                .map(MarkdownDocument.Link::text)
                .toList();
        assertThat(missing).as("named in %s", document).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documentsInChinese")
    void saysTheSameInBothLanguages(MarkdownDocument chinese) {
        MarkdownDocument english = MarkdownDocument.of(
                chinese.toString().replace(".zh-CN.md", ".md").replace("course/zh/", "course/"));
        assertThat(code(chinese)).as("code blocks").isEqualTo(code(english));
        assertThat(commands(chinese)).as("commands").isEqualTo(commands(english));
        assertThat(links(chinese)).as("links and figures").isEqualTo(links(english));
    }

    static Stream<MarkdownDocument> documentsInChinese() {
        return MarkdownDocument.documents()
                .filter(document -> document.toString().matches(".*\\.zh-CN\\.md|docs/course/zh/.*"));
    }

    /** Code without comments and diagrams, whose texts are translated. */
    private static List<String> code(MarkdownDocument document) {
        return document.blocks().stream()
                .filter(block -> !block.language().equals("mermaid"))
                .map(block -> block.content().replaceAll("(?m)(^|[ \\t]+)# .*$", ""))
                .toList();
    }

    private static List<String> commands(MarkdownDocument document) {
        return document.groups("`(learn/lock-lab/cases [^`\\n]+)`").toList();
    }

    /**
     * The targets of links, and their titles, which name the sources of figures. Heading anchors differ by
     * language.
     */
    private static Set<String> links(MarkdownDocument document) {
        return document.links()
                .filter(link -> !link.target().startsWith("#"))
                .map(link -> destination(document, link.target()) + " " + link.title())
                .filter(link -> !link.endsWith("README.md ")) // either language may link to the other, or to a guide
                .collect(toSet());
    }

    private static String destination(MarkdownDocument document, String target) {
        return target.matches("https?://.*")
                ? target
                : ROOT.relativize(document.resolve(target.replaceAll("(\\.md)#.*", "$1")))
                        .toString()
                        .replace(".zh-CN.", ".")
                        .replace("course/zh", "course");
    }

    /**
     * The walk has one file for each step. The source of each step still contains the text that the page tells readers
     * to look for.
     */
    @ParameterizedTest
    @ValueSource(strings = {"docs/one-purchase.md", "docs/one-purchase.zh-CN.md"})
    void leadsThroughOnePurchase(String page) {
        MarkdownDocument document = MarkdownDocument.of(page);
        String walk = document.headings().get(1).text();
        assertThat(document.rows(walk).map(row -> row.get(1)).filter(file -> file.contains("](")))
                .isNotEmpty()
                .allSatisfy(file -> assertThat(file).containsOnlyOnce("]("));
        assertThat(document.headings().stream()
                        .flatMap(section -> document.rows(section.text()))
                        .filter(row -> row.get(1).contains("](")))
                .isNotEmpty()
                .allSatisfy(row -> {
                    String sources = all("\\]\\(([^)]+)\\)", row.get(1))
                            .map(link -> read(document.resolve(link.group(1))))
                            .collect(joining());
                    assertThat(all("`([^`]+)`", row.get(2)).map(name -> name.group(1)))
                            .as("to be looked for in %s", row.get(1))
                            .isNotEmpty()
                            .allMatch(sources::contains);
                });
    }

    /** A name with an underscore is a table, column, constraint or key that exists. */
    @Test
    void namesInTheInvariantsWhatIsInTheSchemas() throws IOException {
        assertThat(namesThatNoSchemaHas(read(ROOT.resolve("docs/invariants.md"))))
                .isEmpty();
        assertThat(namesThatNoSchemaHas("`orders_one_active` and `orders_pk`")).containsExactly("orders_pk");
    }

    private static List<String> namesThatNoSchemaHas(String text) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve("sql"))) {
            String schemas =
                    files.filter(Files::isRegularFile).map(ComposeTests::read).collect(joining("\n"));
            return all("`([a-z]+(?:_[a-z0-9]+)+)`", text)
                    .map(name -> name.group(1))
                    .filter(name -> all("\\b" + name + "\\b", schemas).findAny().isEmpty())
                    .toList();
        }
    }

    @Test
    void describesEverySettingAndNoOther() throws IOException {
        Set<String> settings = new TreeSet<>();
        for (String service : ComposeTests.SERVICES_OF_THE_DEMO) {
            settings.addAll(ComposeTests.defaultsOfOurProperties(service).keySet());
        }
        assertThat(named(
                        "flashsale\\.[a-z-]+(?:\\.[a-z-]+)+",
                        "docs/configuration.md",
                        "docs/configuration-gateway.md",
                        "docs/configuration-order-service.md"))
                .containsExactlyInAnyOrderElementsOf(settings);
    }

    @Test
    void listsEveryMeterAndNoOther() throws IOException {
        Set<String> meters = new TreeSet<>();
        for (String module : ComposeTests.SERVICES_AND_WHAT_THEY_SHARE) {
            ComposeTests.eachSource(module, (file, source) -> {
                if (source.contains("MeterRegistry") || source.contains("CampaignMeters")) {
                    all("\"(flashsale(?:\\.[a-z]+)+)\"", source)
                            .forEach(name -> meters.add(name.group(1).replace('.', '_')));
                }
            });
        }
        assertThat(meters).hasSizeGreaterThan(20);
        assertThat(named("flashsale(?:_[a-z]+)+", "docs/metrics.md")).containsExactlyInAnyOrderElementsOf(meters);
    }

    private static Set<String> named(String regex, String... pages) {
        return Stream.of(pages)
                .flatMap(page -> all("`(" + regex + ")`", read(ROOT.resolve(page))))
                .map(name -> name.group(1))
                .collect(toSet());
    }

    /** What another test deletes meanwhile is left out, as are the folders of builds. */
    private static Stream<String> namesOfFilesIn(File folder) {
        File[] found = Objects.requireNonNullElse(folder.listFiles(), new File[0]);
        return Stream.of(found)
                .filter(file -> !Set.of("target", ".git", ".flashsale").contains(file.getName()))
                .flatMap(file -> file.isDirectory() ? namesOfFilesIn(file) : Stream.of(file.getName()));
    }
}
