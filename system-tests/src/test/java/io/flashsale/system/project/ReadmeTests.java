package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What README and docs say must be there: files, settings, meters, problem types; and both languages say the same. */
class ReadmeTests {

    private static final Set<String> FILES = namesOfAllFiles();

    static Stream<Markdown> documents() {
        return Markdown.documents();
    }

    static Stream<Markdown> documentsInChinese() {
        return Markdown.documentsInChinese();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksToFilesThatExist(Markdown document) {
        List<String> dead = document.links()
                .map(Markdown.Link::target)
                .filter(target -> !target.matches("https?://.*"))
                .filter(target -> !leadsSomewhere(document, target))
                .toList();
        assertThat(dead).as("dead links of %s", document).isEmpty();
    }

    private static boolean leadsSomewhere(Markdown document, String target) {
        if (Markdown.isOfTheWorkflow(target)) {
            String workflow = target.replaceAll(".*workflows/([\\w-]+\\.yml).*", "$1");
            return Files.exists(ROOT.resolve(".github/workflows").resolve(workflow));
        }
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file = path.isEmpty() ? document.file() : document.resolve(path);
        return Files.exists(file) && (hash < 0 || hasAnchor(file, target.substring(hash + 1)));
    }

    /** A heading of a page, a cell of the matrix of the lock lab, or a line of a source. */
    private static boolean hasAnchor(Path file, String anchor) {
        if (file.endsWith("matrix.json")) {
            String[] cell = anchor.split("/");
            return read(file)
                    .lines()
                    .anyMatch(line -> line.contains("\"id\":\"" + cell[0] + "\"")
                            && line.contains("\"" + cell[cell.length - 1] + "\":{\"answer\""));
        }
        return file.toString().endsWith(".md")
                ? new Markdown(file).anchors().contains(anchor)
                : anchor.matches("L\\d{1,5}")
                        && Integer.parseInt(anchor.substring(1))
                                <= read(file).lines().count();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void namesFilesThatExist(Markdown document) {
        List<String> missing = document.groups("`([^`\\n]+)`")
                .filter(ReadmeTests::isPath)
                .filter(path -> !exists(document, path))
                .toList();
        assertThat(missing).as("named in %s", document).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/architectur.md", "admission/src/nowhere", "OutboxRelais.java", "./demon", "sql/labs"})
    void wouldNoticeAFileThatDoesNotExist(String path) {
        assertThat(isPath(path)).isTrue();
        assertThat(exists(Markdown.of("README.md"), path)).isFalse();
    }

    /**
     * A path is what has a slash inside, or ends like a file; not a URL's path, a media type, a key or a folder that
     * comes to be when something runs.
     */
    private static boolean isPath(String code) {
        return code.matches("[\\w.-]+(/[\\w.-]+)+/?|[\\w-]+\\.(java|lua|sql|md|ya?ml|xml|sh|json)")
                && !code.matches("(text|application)/.*|[.](flashsale|cache)/.*|.*/target/.*");
    }

    private static boolean exists(Markdown document, String path) {
        return path.contains("/")
                ? Files.exists(ROOT.resolve(path))
                        || Files.exists(document.folder().resolve(path))
                : FILES.contains(path);
    }

    /** A link whose text is a name in a source, {@code [`name`](Source.java)}: the source still has it. */
    @ParameterizedTest
    @MethodSource("documents")
    void namesWhatIsInTheSource(Markdown document) {
        List<String> missing = document.links()
                .filter(link -> link.text().matches("`\\w+`") && link.target().endsWith(".java"))
                .filter(link -> !read(document.resolve(link.target()))
                        .contains(link.text().replace("`", "")))
                .map(Markdown.Link::text)
                .toList();
        assertThat(missing).as("named in %s", document).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("documentsInChinese")
    void saysTheSameInBothLanguages(Markdown chinese) {
        Markdown english = chinese.inEnglish();
        assertThat(english.file()).exists();
        assertThat(levels(chinese)).as("levels of the headings").isEqualTo(levels(english));
        assertThat(blocks(chinese)).as("code blocks").isEqualTo(blocks(english));
        assertThat(links(chinese)).as("links").isEqualTo(links(english));
        for (String mark : List.of("(?m)^\\|", "(?m)^ *([-*]|\\d+\\.) ")) {
            assertThat(chinese.count(mark)).as(mark).isEqualTo(english.count(mark));
        }
    }

    @Test
    void isThereInBothLanguages() {
        assertThat(Markdown.documentsInChinese()
                        .map(document -> document.inEnglish().toString()))
                .contains(
                        "README.md",
                        "CONTRIBUTING.md",
                        "docs/glossary.md",
                        "docs/one-purchase.md",
                        "docs/running.md",
                        "docs/tour.md",
                        "docs/walkthrough.md",
                        "docs/where-to-look.md");
    }

    private static List<Integer> levels(Markdown document) {
        return document.headings().stream().map(Markdown.Heading::level).toList();
    }

    /** The code; of a command without the comment, and of a diagram without the texts, which are translated. */
    private static List<String> blocks(Markdown document) {
        return document.blocks().stream()
                .map(block -> switch (block.language()) {
                    case "mermaid" -> outline(block.content());
                    case "bash" -> Markdown.withoutComments(block.content());
                    default -> block.content();
                })
                .toList();
    }

    /** Who is in a diagram, and its arrows, in their sequence. */
    static String outline(String diagram) {
        boolean isSequence = diagram.startsWith("sequenceDiagram");
        return diagram.lines()
                .map(line -> isSequence
                        ? line.replaceFirst("(:| as ).*", "")
                        : line.replaceAll("([(\\[]+)[^)\\]]*([)\\]]+)", "$1$2")
                                .replaceAll("(--|-\\.) .* (--|\\.-)", "$1$2"))
                .collect(joining("\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sequenceDiagram    | A->>B: ask      | A->>B: 问         | A-->>B: ask
            sequenceDiagram    | participant A   | participant A as 甲 | participant B
            flowchart LR       | a([x]) -- y --> b | a([甲]) -- 乙 --> b | b -- y --> a([x])
            flowchart LR       | a -. x .-> b[(y)] | a -. 甲 .-> b[(乙)] | a -- x --> b[(y)]
            """)
    void wouldNoticeAnArrowThatLeadsElsewhere(String kind, String english, String chinese, String other) {
        String outline = outline(kind + "\n" + english);
        assertThat(outline(kind + "\n" + chinese)).isEqualTo(outline);
        assertThat(outline(kind + "\n" + other)).isNotEqualTo(outline);
    }

    /** CONTRIBUTING names them. */
    @Test
    void isInEnglishOnlyWhereItSaysSo() {
        Set<String> named = Markdown.of("CONTRIBUTING.md")
                .links()
                .map(Markdown.Link::target)
                .collect(toSet());
        assertThat(Markdown.documents()
                        .map(Markdown::toString)
                        .filter(name -> name.matches("docs/[\\w-]+\\.md"))
                        .filter(name -> !Files.exists(ROOT.resolve(name.replace(".md", ".zh-CN.md")))))
                .isNotEmpty()
                .allMatch(named::contains);
    }

    /** Where they lead, and their titles. Anchors are named after headings, hence differ. */
    private static Set<String> links(Markdown document) {
        return document.links()
                .filter(link -> !link.target().startsWith("#"))
                .map(link -> link.target().replaceAll("#.*", "") + " " + link.title())
                .map(link -> link.replace(".zh-CN.", ".").replace("course/zh/", "course/"))
                .map(link -> link.replace("README.md ", "")) // either language may name the other, or a guide
                .filter(link -> !link.isBlank())
                .collect(toSet());
    }

    @Test
    void hasAWalkThatAShellUnderstands() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-n").redirectErrorStream(true).start();
        try (var script = shell.getOutputStream()) {
            script.write(WalkthroughIT.script().getBytes(StandardCharsets.UTF_8));
        }
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(shell.waitFor()).isZero();
    }

    /** Two screens lead to the three uses; the rest is in docs. */
    @Test
    void staysShortAndInItsOrder() {
        Markdown readme = Markdown.of("README.md");
        assertThat(readme.text().lines().count()).isLessThanOrEqualTo(125);
        assertThat(readme.headings().stream().map(Markdown.Heading::text))
                .containsExactly(
                        "flash-sale",
                        "Architecture",
                        "Quick start",
                        "Three ways in",
                        "How it cannot oversell, and what it may lose",
                        "How fast it is",
                        "What breaks elsewhere, and is tested here");
    }

    /** Twelve files suffice, and still have what the page says is to be looked for in them. */
    @ParameterizedTest
    @ValueSource(strings = {"docs/one-purchase.md", "docs/one-purchase.zh-CN.md"})
    void leadsThroughOnePurchaseInTwelveFiles(String page) {
        Markdown document = Markdown.of(page);
        assertThat(document.rows(document.headings().get(1).text()).skip(2).map(row -> row.get(1)))
                .hasSize(12)
                .doesNotHaveDuplicates()
                .allSatisfy(file -> assertThat(all("\\]\\(", file)).hasSize(1));
        showsWhatIsInTheFilesOf(document, 1, 12);
        showsWhatIsInTheFilesOf(document, 2, 5); // how a unit comes back
    }

    private static void showsWhatIsInTheFilesOf(Markdown document, int section, int steps) {
        List<List<String>> files =
                document.rows(document.headings().get(section).text()).skip(2).toList();
        assertThat(files).hasSize(steps).allSatisfy(row -> {
            String sources = all("\\]\\(([^)]+)\\)", row.get(1))
                    .map(link -> read(document.resolve(link.group(1))))
                    .collect(joining());
            assertThat(all("`([^`]+)`", row.get(2)).map(name -> name.group(1)))
                    .as("to be looked for in %s", row.get(1))
                    .isNotEmpty()
                    .allMatch(sources::contains);
        });
    }

    /** A name with an underscore in it is that of a table, column, constraint or key. */
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

    @ParameterizedTest
    @ValueSource(strings = {"docs/glossary.md", "docs/glossary.zh-CN.md"})
    void showsWhereEachTermOfTheGlossaryIsAtWork(String page) {
        Markdown document = Markdown.of(page);
        assertThat(document.headings().stream()
                        .skip(1)
                        .flatMap(section -> document.rows(section.text()).skip(2)))
                .hasSizeGreaterThan(40)
                .allSatisfy(row -> assertThat(row.get(2)).contains("]("));
    }

    @Test
    void listsEveryModule() {
        assertThat(modulesThatAreLinked(Markdown.of("README.md"))).containsAll(modules());
        assertThat(Markdown.of("docs/architecture.md").rows("Modules").skip(2).map(List::getFirst))
                .containsExactlyInAnyOrderElementsOf(
                        modules().stream().map("`%s`"::formatted).toList());
    }

    @Test
    void tellsOfEveryModuleWhereToLook() {
        assertThat(modulesThatAreLinked(Markdown.of("docs/where-to-look.md"))).containsAll(modules());
    }

    /** jmeter/distribution is a part of jmeter. */
    private static List<String> modules() {
        return all("<module>([\\w-]+)</module>", read(ROOT.resolve("pom.xml")))
                .map(module -> module.group(1))
                .toList();
    }

    private static Set<String> modulesThatAreLinked(Markdown document) {
        return document.links()
                .filter(link -> !link.target().matches("https?://.*"))
                .map(link -> ROOT.relativize(document.resolve(link.target()))
                        .getName(0)
                        .toString())
                .collect(toSet());
    }

    @Test
    void showsThePicturesThatTheBrowserTestsMake() throws IOException {
        Path folder = ROOT.resolve("docs/images");
        Set<Path> shown = Markdown.documents().flatMap(Markdown::pictures).collect(toSet());
        Set<Path> made = Picture.files().map(folder::resolve).collect(toSet());
        try (Stream<Path> images = Files.list(folder)) {
            assertThat(images.filter(Files::isRegularFile)).containsExactlyInAnyOrderElementsOf(made);
        }
        try (Stream<Path> badges = Files.list(folder.resolve("badges"))) {
            assertThat(shown)
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(made.stream(), badges).toList());
        }
    }

    @Test
    void describesEverySettingAndNoOther() throws IOException {
        Set<String> settings = new TreeSet<>();
        for (String service : ComposeTests.SERVICES_OF_THE_DEMO) {
            settings.addAll(ComposeTests.ourProperties(service));
        }
        assertThat(namedInArchitecture("flashsale\\.[a-z-]+(?:\\.[a-z-]+)+"))
                .containsExactlyInAnyOrderElementsOf(settings);
    }

    @Test
    void listsEveryMeterAndNoOther() throws IOException {
        Set<String> meters = new TreeSet<>();
        for (String module : ComposeTests.SERVICES_AND_WHAT_THEY_SHARE) {
            ComposeTests.eachSource(module, (file, source) -> {
                if (source.contains("MeterRegistry") || source.contains("CampaignMeters")) {
                    meters.addAll(ComposeTests.metersIn(source));
                }
            });
        }
        assertThat(meters).hasSizeGreaterThan(20);
        String notASchema = "(?!flashsale_(?:stock|order|coupon|lab)`)";
        assertThat(namedInArchitecture(notASchema + "flashsale(?:_[a-z]+)+"))
                .containsExactlyInAnyOrderElementsOf(meters);
    }

    @Test
    void listsEveryProblemTypeAndNoOther() {
        Path source = ROOT.resolve("contracts/src/main/java/io/flashsale/contracts/problem/ProblemType.java");
        List<String> types = all("(?m)^ {4}([A-Z_]+)\\((\\d{3}),", read(source))
                .map(type -> type.group(2) + " "
                        + type.group(1).toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        assertThat(types).hasSizeGreaterThan(20);
        assertThat(all("(?m)^\\| (\\d{3}) \\| `([a-z-]+)` \\|", read(architecture()))
                        .map(row -> row.group(1) + " " + row.group(2)))
                .containsExactlyInAnyOrderElementsOf(types);
    }

    @Test
    void numbersTheDecisionsWithoutAGapAndGivesEachTheSameParts() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> decisions = Files.list(ROOT.resolve("docs/decisions"))) {
            decisions.sorted().forEach(decision -> {
                names.add(Objects.requireNonNull(decision.getFileName()).toString());
                assertThat(new Markdown(decision).headings().stream().skip(1).map(Markdown.Heading::text))
                        .as("parts of %s", decision)
                        .containsExactly("Context", "Decision", "Consequences");
            });
        }
        for (int i = 0; i < names.size(); i++) {
            assertThat(names.get(i)).startsWith("%04d-".formatted(i + 1));
        }
    }

    private static Set<String> namedInArchitecture(String regex) {
        return all("`(" + regex + ")`", read(architecture()))
                .map(name -> name.group(1))
                .collect(toSet());
    }

    private static Path architecture() {
        return ROOT.resolve("docs/architecture.md");
    }

    private static Set<String> namesOfAllFiles() {
        Set<String> names = new HashSet<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.equals(ROOT) ? "" : String.valueOf(folder.getFileName());
                    return Set.of("target", ".git", ".flashsale").contains(name)
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    names.add(String.valueOf(file.getFileName()));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException goneMeanwhile) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return names;
    }
}
