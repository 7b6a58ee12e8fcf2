package io.flashsale.locklab.course;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;

/**
 * What the contents show of a chapter.
 *
 * @param id such as {@code 03-first-redis-locks}
 * @param title including its number
 * @param minutes the reading time that its head states
 * @param cases the cases that it runs
 */
record Chapter(String id, String title, int minutes, List<String> cases) {

    /** {@code > **Time to read**: 9 minutes.} */
    private static final Pattern MINUTES = Pattern.compile("(?m)^> \\*\\*[^*\n]+\\*\\*[:：]\\s*(\\d+)");

    static Chapter of(String id, String text) {
        Node document = MarkdownRenderer.parse(text);
        Set<String> cases = new LinkedHashSet<>();
        StringBuilder title = new StringBuilder();
        document.accept(new AbstractVisitor() {

            private boolean answer;

            @Override
            public void visit(Heading heading) {
                if (heading.getLevel() == 1) {
                    title.append(PlainText.of(heading));
                }
            }

            @Override
            public void visit(HtmlBlock html) {
                answer = html.getLiteral().startsWith("<details>");
            }

            @Override
            public void visit(FencedCodeBlock block) {
                if (!answer) {
                    LabCommand.in(block.getLiteral())
                            .filter(command -> !command.compares())
                            .ifPresent(command ->
                                    command.subjects().forEach(subject -> cases.add(subject.replaceFirst("/.*", ""))));
                }
            }
        });
        Matcher minutes = MINUTES.matcher(text);
        return new Chapter(
                id, title.toString(), minutes.find() ? Integer.parseInt(minutes.group(1)) : 0, List.copyOf(cases));
    }
}
