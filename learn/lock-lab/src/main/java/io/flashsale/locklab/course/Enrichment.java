package io.flashsale.locklab.course;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.jspecify.annotations.Nullable;

/**
 * Adds to a chapter what only the shop can show: places to run cases, links to cases, and explained terms. A term
 * is explained once a chapter, a case is linked once a section, because keyboard users stop at each of them.
 */
final class Enrichment extends AbstractVisitor {

    private static final Pattern CASE = Pattern.compile("(?<![\\w/#-])[A-E]\\d{1,2}(?![\\w/.-])");
    private static final Set<String> EXERCISES = Set.of("Exercises", "练习");

    private final Glossary glossary;
    private final Set<String> explained = new HashSet<>();
    private final Set<String> linked = new HashSet<>();
    private boolean exercises;
    private boolean answer;
    private boolean table;

    Enrichment(Glossary glossary) {
        this.glossary = glossary;
    }

    @Override
    public void visit(Heading heading) {
        if (heading.getLevel() == 2) {
            linked.clear();
            exercises = EXERCISES.contains(PlainText.of(heading));
        }
    }

    /** The answer to an exercise, which follows between two HTML blocks. */
    @Override
    public void visit(HtmlBlock html) {
        answer = html.getLiteral().startsWith("<details>");
    }

    @Override
    public void visit(FencedCodeBlock block) {
        if (!answer && block.getLiteral().startsWith("$ ")) {
            LabCommand.in(block.getLiteral())
                    .ifPresent(command -> block.insertBefore(new Nodes.RunHere(command, exercises)));
        }
    }

    @Override
    public void visit(Paragraph paragraph) {
        visitChildren(paragraph);
        if (exercises && !answer) {
            commandsIn(paragraph);
        }
    }

    private static void commandsIn(Paragraph paragraph) {
        Node place = paragraph;
        for (Node child = paragraph.getFirstChild(); child != null; child = child.getNext()) {
            Optional<LabCommand> command =
                    child instanceof Code code ? LabCommand.in(code.getLiteral()) : Optional.empty();
            if (command.isPresent()) {
                Node run = new Nodes.RunHere(command.get(), true);
                place.insertAfter(run);
                place = run;
            }
        }
    }

    /** A table scrolls on its own and would clip an explanation. */
    @Override
    public void visit(CustomBlock block) {
        table = true;
        visitChildren(block);
        table = false;
    }

    @Override
    public void visit(Link link) {
        // Its content already is a link.
    }

    @Override
    public void visit(Text text) {
        String words = text.getLiteral();
        Matcher term = glossary.names().matcher(words);
        Matcher scheme = CASE.matcher(words);
        boolean hasTerm = !table && term.find();
        boolean hasScheme = scheme.find();
        int done = 0;
        while (hasTerm || hasScheme) {
            boolean termFirst = hasTerm && (!hasScheme || term.start() < scheme.start());
            Matcher found = termFirst ? term : scheme;
            Node marked = termFirst ? unlessExplained(term) : unlessLinked(scheme);
            if (marked != null && found.start() >= done) {
                text.insertBefore(new Text(words.substring(done, found.start())));
                marked.appendChild(new Text(found.group()));
                text.insertBefore(marked);
                done = found.end();
            }
            if (termFirst) {
                hasTerm = term.find();
            } else {
                hasScheme = scheme.find();
            }
        }
        text.setLiteral(words.substring(done));
    }

    private @Nullable Node unlessExplained(Matcher term) {
        String explanation = glossary.explanationOf(term.toMatchResult());
        return explained.add(explanation) ? new Nodes.Term(explanation) : null;
    }

    private @Nullable Node unlessLinked(Matcher scheme) {
        return linked.add(scheme.group()) ? new Link("/lab/" + scheme.group(), null) : null;
    }
}
