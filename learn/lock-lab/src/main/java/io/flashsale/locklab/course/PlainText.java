package io.flashsale.locklab.course;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** Extracts the words of a node, without formatting. */
final class PlainText extends AbstractVisitor {

    private final StringBuilder words = new StringBuilder();

    private PlainText() {}

    static String of(Node node) {
        PlainText text = new PlainText();
        node.accept(text);
        return text.words.toString();
    }

    @Override
    public void visit(Text text) {
        words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        words.append(code.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak lineBreak) {
        words.append(' ');
    }
}
