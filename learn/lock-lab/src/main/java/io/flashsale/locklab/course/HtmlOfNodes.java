package io.flashsale.locklab.course;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

/** Renders {@link Nodes} as elements that the pages know, and lets the one permitted kind of HTML through. */
final class HtmlOfNodes implements NodeRenderer {

    private static final Pattern ANSWER = Pattern.compile("<details><summary>([^<&]*)</summary>\\s*");
    private static final Pattern END_OF_ANSWER = Pattern.compile("</details>\\s*");

    private final HtmlNodeRendererContext context;
    private final HtmlWriter html;

    HtmlOfNodes(HtmlNodeRendererContext context) {
        this.context = context;
        this.html = context.getWriter();
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(Nodes.Term.class, Nodes.RunHere.class, HtmlBlock.class);
    }

    @Override
    public void render(Node node) {
        switch (node) {
            case Nodes.Term term -> {
                html.tag("dfn", Map.of("title", term.explanation()));
                context.render(term.getFirstChild());
                html.tag("/dfn");
            }
            case Nodes.RunHere here -> {
                String what = here.command().compares() ? "data-compare" : "data-run";
                String where = here.isExercise() ? "exercise" : "text";
                String subjects = String.join(",", here.command().subjects());
                Map<String, String> attributes = new TreeMap<>(Map.of(what, subjects, "data-in", where));
                String sizes = here.command().sizes().entrySet().stream()
                        .map(size -> size.getKey() + "=" + size.getValue())
                        .collect(Collectors.joining("&"));
                if (!sizes.isEmpty()) {
                    attributes.put("data-sizes", sizes);
                }
                html.tag("div", attributes);
                html.tag("/div");
                html.line();
            }
            case HtmlBlock block -> htmlOf(block.getLiteral());
            default -> throw new IllegalArgumentException("not registered: " + node);
        }
    }

    private void htmlOf(String literal) {
        Matcher answer = ANSWER.matcher(literal);
        if (answer.matches()) {
            html.tag("details");
            html.tag("summary");
            html.text(answer.group(1));
            html.tag("/summary");
        } else if (END_OF_ANSWER.matcher(literal).matches()) {
            html.tag("/details");
        } else {
            html.tag("p");
            html.text(literal);
            html.tag("/p");
        }
        html.line();
    }
}
