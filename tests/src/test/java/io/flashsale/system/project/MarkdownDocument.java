package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses a document of this project. */
public record MarkdownDocument(Path file) {

    private static final String CODE_BLOCK = "(?ms)^```(\\w*)\\n(.*?)^```$";

    /** Code in a sentence: it may continue on the next line, but not in the next paragraph. */
    private static final Pattern CODE = Pattern.compile("`(?:[^`\\n]|\\n(?!\\n))*`");

    private static final String LINK =
            "\\[((?:[^\\[\\]\\n]|!\\[[^\\]]*\\]\\([^)]*\\))*)\\]\\(([^)\\s]+)(?:\\s\"([^\"]*)\")?\\)";

    /** A link or a picture; the title is empty if there is none. */
    record Link(String text, String target, String title) {}

    record Block(String language, String content) {}

    record Heading(int level, String text) {}

    /** Reads a document, by a path in its own folder or relative to the project's root. */
    public static MarkdownDocument of(String path) {
        return new MarkdownDocument(ROOT.resolve(path));
    }

    /** README, CONTRIBUTING, the READMEs of folders, and everything in docs. */
    static Stream<MarkdownDocument> documents() {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> files = new ArrayList<>(Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList());
            Stream.of("jmeter", "libs", "tools", "tools/devstack", "learn", "deploy/helm/flash-sale")
                    .forEach(folder -> files.add(ROOT.resolve(folder).resolve("README.md")));
            return files.stream().map(MarkdownDocument::new);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    String text() {
        return ComposeTests.read(file);
    }

    /** The text without the code blocks. */
    String prose() {
        return text().replaceAll(CODE_BLOCK, "");
    }

    List<Block> blocks() {
        return ComposeTests.all(CODE_BLOCK, text())
                .map(block -> new Block(block.group(1), block.group(2)))
                .toList();
    }

    List<Heading> headings() {
        return ComposeTests.all("(?m)^(#+) (.+)$", prose())
                .map(heading -> new Heading(heading.group(1).length(), heading.group(2)))
                .toList();
    }

    /** The lines below a heading, up to the next heading of any level. */
    String section(String heading) {
        return ComposeTests.all("(?ms)^#+ ([^\\n]+)\\n(.*?)(?=^#+ |\\z)", prose())
                .filter(found -> found.group(1).equals(heading))
                .map(found -> found.group(2))
                .findFirst()
                .orElseThrow(() -> new AssertionError(file + " has no section " + heading));
    }

    /** The cells of each table row in a section. */
    public Stream<List<String>> rows(String heading) {
        return section(heading)
                .lines()
                .filter(line -> line.startsWith("| "))
                .map(line -> Stream.of(line.replaceAll("^\\||\\|$", "").split("\\|"))
                        .map(String::strip)
                        .toList());
    }

    /** All links, including pictures inside a link; code contains no links. */
    Stream<Link> links() {
        String prose = CODE.matcher(prose())
                .replaceAll(code -> code.group().contains("](") ? "" : Matcher.quoteReplacement(code.group()));
        return ComposeTests.all(LINK, prose)
                .flatMap(link -> Stream.concat(
                        ComposeTests.all("!\\[([^\\]]*)\\]\\(([^)\\s]+)\\)", link.group(1))
                                .map(picture -> new Link(picture.group(1), picture.group(2), "")),
                        Stream.of(new Link(
                                link.group(1), link.group(2), Objects.requireNonNullElse(link.group(3), "")))));
    }

    Path resolve(String target) {
        return folder().resolve(target).normalize();
    }

    Path folder() {
        return Objects.requireNonNull(file.getParent());
    }

    /** The anchors that GitHub makes from headings. */
    Set<String> anchors() {
        return headings().stream()
                .map(heading -> heading.text()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(toSet());
    }

    /** The matches of the first group in all of the prose. */
    Stream<String> groups(String regex) {
        return ComposeTests.all(regex, prose()).map(found -> found.group(1));
    }

    @Override
    public String toString() {
        return ROOT.relativize(file).toString();
    }
}
