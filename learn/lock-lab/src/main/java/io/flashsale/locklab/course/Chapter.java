package io.flashsale.locklab.course;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;

/**
 * What the contents show of a chapter.
 *
 * @param id such as {@code 03-first-redis-locks}
 * @param title including its number, if it has one
 * @param cases the cases that it runs
 */
record Chapter(String id, String title, List<String> cases) {

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
        return new Chapter(id, title.toString(), List.copyOf(cases));
    }
}
