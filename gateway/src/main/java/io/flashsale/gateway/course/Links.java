package io.flashsale.gateway.course;

import java.util.Optional;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;

/** Has the links of a document lead to pages of the shop. What the shop has not remains as words. */
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
            otherLanguage.unlink(); // the shop has a switch for that
        } else {
            link.setDestination(address.get());
            link.setTitle(null); // of a figure: where in its source it is
        }
    }

    @Override
    public void visit(Image image) {
        replaceByItsWords(image);
    }

    private static void replaceByItsWords(Node node) {
        for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
            node.insertBefore(child); // takes it out of where it was
        }
        node.unlink();
    }
}
