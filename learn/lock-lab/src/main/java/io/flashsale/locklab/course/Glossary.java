package io.flashsale.locklab.course;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * The glossary terms that chapters explain: the standard ones, and those of our own that belong to the lock lab.
 * The others are words of the shop, such as <i>holder</i> or <i>run</i>, which mean something else in a chapter on
 * locks.
 */
final class Glossary {

    private static final String LOCK_LAB = "../learn/lock-lab/";

    private final Map<String, String> explanations = new LinkedHashMap<>();
    private final Pattern names;

    Glossary(Node document) {
        document.accept(new Rows());
        names = Pattern.compile(
                explanations.keySet().stream()
                        .sorted(comparing(String::length).reversed())
                        .map(Glossary::asWord)
                        .collect(joining("|")),
                Pattern.CASE_INSENSITIVE);
    }

    /** Matches whole words, also in the plural; Chinese has neither plurals nor spaces. */
    private static String asWord(String name) {
        String quoted = Pattern.quote(name);
        return name.matches("\\p{ASCII}*") ? "(?<![\\w-])" + quoted + "(?:e?s)?(?![\\w-])" : quoted;
    }

    /** A pattern that finds the names of terms. */
    Pattern names() {
        return names;
    }

    /** The explanation of a match of {@link #names}. */
    String explanationOf(MatchResult found) {
        String name = found.group().toLowerCase(Locale.ROOT);
        return Optional.ofNullable(explanations.get(name))
                .or(() -> Optional.ofNullable(explanations.get(name.replaceFirst("s$", ""))))
                .orElseGet(() -> explanations.getOrDefault(name.replaceFirst("es$", ""), ""));
    }

    private final class Rows extends AbstractVisitor {

        private int section;

        @Override
        public void visit(Heading heading) {
            if (heading.getLevel() == 2) {
                section++;
            }
        }

        @Override
        public void visit(CustomNode node) {
            if (node instanceof TableRow row && row.getParent() instanceof TableBody) {
                add(row);
            } else {
                visitChildren(node);
            }
        }

        private void add(TableRow row) {
            Node name = row.getFirstChild();
            Node explanation = name.getNext();
            if (section == 2 || leadsIntoTheLockLab(row.getLastChild())) {
                // 租约（lease）; scheme, scenario
                for (String each : PlainText.of(name).split("[,、，（）()]")) {
                    if (!each.isBlank()) {
                        explanations.put(each.strip().toLowerCase(Locale.ROOT), PlainText.of(explanation));
                    }
                }
            }
        }

        private static boolean leadsIntoTheLockLab(Node cell) {
            return cell.getFirstChild() instanceof Link link
                    && link.getDestination().startsWith(LOCK_LAB);
        }
    }
}
