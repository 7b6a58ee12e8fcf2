package io.flashsale.locklab.course;

import java.util.Optional;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;

/** Directs a document's links to pages of the shop. A link whose target the shop lacks becomes plain text. */
final class Links extends AbstractVisitor {

    private final Addresses addresses;
    private final String document;

    Links(Addresses addresses, String document) {
        this.addresses = addresses;
        this.document = document;
    }

    @Override
    public void visit(Link link) {
        visitChildren(link);
        Optional<String> address = addresses.of(document, link.getDestination());
        if (address.isEmpty()) {
            replaceByItsWords(link);
        } else if (address.equals(addresses.page(document)) && link.getParent() instanceof Paragraph otherLanguage) {
            otherLanguage.unlink(); // the shop has its own language switch
        } else {
            link.setDestination(address.get());
            link.setTitle(null); // the title of a figure names its place in the source
        }
    }

    @Override
    public void visit(Image image) {
        replaceByItsWords(image);
    }

    private static void replaceByItsWords(Node node) {
        for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
            node.insertBefore(child); // moves the child out of its old parent
        }
        node.unlink();
    }
}
