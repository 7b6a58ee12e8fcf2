package io.flashsale.locklab.course;

import java.util.List;
import java.util.Locale;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Renders CommonMark with tables, as GitHub does. HTML in a document is escaped, except for folded answers, and no
 * link leads to a script.
 */
final class MarkdownRenderer {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .attributeProviderFactory(document -> (node, tag, attributes) -> {
                if (node instanceof Heading heading) {
                    attributes.put("id", anchorOf(heading));
                }
            })
            .nodeRendererFactory(HtmlOfNodes::new)
            .build();

    private MarkdownRenderer() {}

    static Node parse(String text) {
        return PARSER.parse(text);
    }

    static String html(Node document) {
        return RENDERER.render(document);
    }

    /** The anchor that GitHub makes, so that links to headings work there and here. */
    static String anchorOf(Heading heading) {
        return PlainText.of(heading)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }
}
