package io.flashsale.system;

import static io.flashsale.system.ComposeTests.ROOT;
import static io.flashsale.system.ComposeTests.all;
import static io.flashsale.system.ComposeTests.read;
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
import java.util.regex.MatchResult;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What README and docs say must be there: files, settings, meters, problem types; and both languages say the same. */
class ReadmeTests {

    private static final String FENCE = "(?ms)^```(\\w*)\\n(.*?)^```$";

    private static final Set<String> FILES = namesOfAllFiles();

    static Stream<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> found = new ArrayList<>(List.of(
                    ROOT.resolve("README.md"), ROOT.resolve("README.zh-CN.md"), ROOT.resolve("jmeter/README.md")));
            found.addAll(docs.filter(file -> file.toString().endsWith(".md")).toList());
            return found.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksToFilesThatExist(Path document) {
        List<String> dead = all("\\]\\(([^)\\s]+)\\)", proseOf(document))
                .map(link -> link.group(1))
                .filter(target -> !target.matches("https?://.*"))
                .filter(target -> !leadsSomewhere(document, target))
                .toList();
        assertThat(dead).as("dead links of %s", document).isEmpty();
    }

    private static boolean leadsSomewhere(Path document, String target) {
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file = path.isEmpty() ? document : folderOf(document).resolve(path);
        return Files.exists(file) && (hash < 0 || hasAnchor(file, target.substring(hash + 1)));
    }

    /** A heading of a page, or a line of a source. */
    private static boolean hasAnchor(Path file, String anchor) {
        return file.toString().endsWith(".md")
                ? anchorsOf(file).contains(anchor)
                : anchor.matches("L\\d{1,5}")
                        && Integer.parseInt(anchor.substring(1))
                                <= read(file).lines().count();
    }

    /** As GitHub makes them out of headings. */
    private static Set<String> anchorsOf(Path document) {
        return headings(document)
                .map(heading -> heading.group(2)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(toSet());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void namesFilesThatExist(Path document) {
        List<String> missing = all("`([^`\\n]+)`", proseOf(document))
                .map(code -> code.group(1))
                .filter(ReadmeTests::isPath)
                .filter(path -> !exists(document, path))
                .toList();
        assertThat(missing).as("named in %s", document).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/architectur.md", "admission/src/nowhere", "OutboxRelais.java", "./demon", "sql/labs"})
    void wouldNoticeAFileThatDoesNotExist(String path) {
        assertThat(isPath(path)).isTrue();
        assertThat(exists(ROOT.resolve("README.md"), path)).isFalse();
    }

    /**
     * A path is what has a slash inside, or ends like a file; not a URL's path, a media type, a key or a folder that
     * comes to be when something runs.
     */
    private static boolean isPath(String code) {
        return code.matches("[\\w.-]+(/[\\w.-]+)+/?|[\\w-]+\\.(java|lua|sql|md|ya?ml|xml|sh|json)")
                && !code.matches("(text|application)/.*|[.](flashsale|cache)/.*|.*/target/.*");
    }

    private static boolean exists(Path document, String path) {
        return path.contains("/")
                ? Files.exists(ROOT.resolve(path))
                        || Files.exists(folderOf(document).resolve(path))
                : FILES.contains(path);
    }

    @Test
    void saysTheSameInBothLanguages() {
        Path english = ROOT.resolve("README.md");
        Path chinese = ROOT.resolve("README.zh-CN.md");
        assertThat(levels(chinese)).as("levels of the headings").isEqualTo(levels(english));
        assertThat(blocks(chinese)).as("code blocks").isEqualTo(blocks(english));
        assertThat(links(chinese)).as("links").isEqualTo(links(english));
        assertThat(count("(?m)^\\|", chinese)).as("rows of tables").isEqualTo(count("(?m)^\\|", english));
        assertThat(count("(?m)^ *([-*]|\\d+\\.) ", chinese))
                .as("items")
                .isEqualTo(count("(?m)^ *([-*]|\\d+\\.) ", english));
    }

    private static List<Integer> levels(Path document) {
        return headings(document).map(heading -> heading.group(1).length()).toList();
    }

    private static List<String> blocks(Path document) {
        return all(FENCE, read(document)).map(MatchResult::group).toList();
    }

    /** Anchors are named after headings, hence differ. */
    private static Set<String> links(Path document) {
        return all("\\]\\(([^)\\s]+)\\)", proseOf(document))
                .map(link -> link.group(1).replaceAll("#.*", "").replace("README.zh-CN.md", "README.md"))
                .map(target -> target.replace("docs/course/zh/", "docs/course/"))
                .filter(target -> !target.isEmpty())
                .collect(toSet());
    }

    private static long count(String regex, Path document) {
        return all(regex, proseOf(document)).count();
    }

    @Test
    void hasAWalkThatAShellUnderstands() throws IOException, InterruptedException {
        List<String> steps = all(FENCE, read(ROOT.resolve("README.md")))
                .filter(block -> block.group(1).equals("sh"))
                .map(block -> block.group(2))
                .toList();
        assertThat(steps).hasSizeGreaterThan(5);
        Process shell = new ProcessBuilder("sh", "-n").redirectErrorStream(true).start();
        try (var script = shell.getOutputStream()) {
            script.write(String.join("", steps).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void describesEverySettingAndNoOther() throws IOException {
        Set<String> settings = new TreeSet<>();
        for (String service : List.of("stock-service", "order-service", "coupon-service", "lab", "gateway")) {
            settings.addAll(ComposeTests.ourProperties(service));
        }
        assertThat(namedInArchitecture("flashsale\\.[a-z-]+(?:\\.[a-z-]+)+"))
                .containsExactlyInAnyOrderElementsOf(settings);
    }

    @Test
    void listsEveryMeterAndNoOther() throws IOException {
        Set<String> meters = new TreeSet<>();
        for (String service : List.of("stock-service", "order-service", "coupon-service", "lab", "gateway")) {
            ComposeTests.eachSource(service, (file, source) -> {
                if (source.contains("MeterRegistry")) {
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
                assertThat(headings(decision).skip(1).map(heading -> heading.group(2)))
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

    private static Stream<MatchResult> headings(Path document) {
        return all("(?m)^(#+) (.+)$", proseOf(document));
    }

    /** Without the code blocks. */
    private static String proseOf(Path document) {
        return read(document).replaceAll(FENCE, "");
    }

    private static Path folderOf(Path document) {
        return Objects.requireNonNull(document.getParent());
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
