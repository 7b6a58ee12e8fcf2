package io.flashsale.locklab.course;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.commonmark.node.Node;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/** The chapters and other files as the pages show them. Each is rendered on first use and then kept. */
@Component
class Course {

    private static final String CONTENTS = "README";
    private static final String MARKDOWN = ".md";

    private final SingletonSupplier<CourseFiles> files = SingletonSupplier.of(CourseFiles::new);
    private final Map<PageLanguage, Glossary> glossaries = new ConcurrentHashMap<>();
    private final Map<PageLanguage, List<Chapter>> chapters = new ConcurrentHashMap<>();
    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private final Map<String, String> documents = new ConcurrentHashMap<>();

    /** All chapters in their order; a bridge has the number of the chapter before it, and a letter. */
    List<Chapter> chapters(PageLanguage language) {
        return chapters.computeIfAbsent(
                language,
                wanted -> files().paths().stream()
                        .filter(path -> path.startsWith(wanted.folder()))
                        .filter(path ->
                                path.substring(wanted.folder().length()).matches("\\d\\d[b-z]?-[a-z0-9-]+\\.md"))
                        .map(path -> Chapter.of(
                                path.substring(wanted.folder().length()).replace(MARKDOWN, ""), text(path)))
                        .toList());
    }

    /** The HTML of the table of contents. */
    String contents(PageLanguage language) {
        return page(language, language.folder() + CONTENTS + MARKDOWN);
    }

    /** The HTML of a chapter; empty if the id is unknown. */
    Optional<String> chapter(PageLanguage language, String id) {
        return chapters(language).stream()
                .filter(chapter -> chapter.id().equals(id))
                .findFirst()
                .map(chapter -> page(language, language.folder() + id + MARKDOWN));
    }

    /** The text of a file that the course links to, or HTML if it {@link #isMarkdown}. */
    Optional<String> file(String path) {
        return isMarkdown(path)
                ? files().text(path).map(text -> documents.computeIfAbsent(path, wanted -> document(wanted, text)))
                : files().text(path);
    }

    static boolean isMarkdown(String path) {
        return path.endsWith(MARKDOWN);
    }

    Addresses addresses() {
        return new Addresses(files().paths());
    }

    private String page(PageLanguage language, String path) {
        return pages.computeIfAbsent(path, wanted -> {
            Node document = MarkdownRenderer.parse(text(wanted));
            document.accept(new Links(addresses(), wanted));
            document.accept(new Enrichment(glossary(language)));
            return MarkdownRenderer.html(document);
        });
    }

    private String document(String path, String text) {
        Node document = MarkdownRenderer.parse(text);
        document.accept(new Links(addresses(), path));
        return MarkdownRenderer.html(document);
    }

    private Glossary glossary(PageLanguage language) {
        return glossaries.computeIfAbsent(
                language, wanted -> new Glossary(MarkdownRenderer.parse(text(wanted.glossary()))));
    }

    private CourseFiles files() {
        return files.obtain();
    }

    private String text(String path) {
        return files().text(path).orElseThrow(() -> new IllegalStateException(path + " was not packed"));
    }
}
