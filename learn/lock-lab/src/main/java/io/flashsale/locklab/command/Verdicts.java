package io.flashsale.locklab.command;

import io.flashsale.locklab.judging.Interleavings;
import io.flashsale.locklab.judging.ReplayedMove;
import io.flashsale.locklab.judging.Trial;
import io.flashsale.locklab.own.OwnScheme;
import io.flashsale.locklab.scheduler.Move;
import io.flashsale.locklab.text.Text;
import io.flashsale.locklab.text.TextTable;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What {@code learn/lock-lab/judge} prints: one line per trial, the explored orders, and the verdict. */
final class Verdicts {

    private static final int WIDTH = 72;
    private static final int ANSWER_WIDTH = 36;

    private final OwnScheme scheme;
    private final PrintStream out;

    Verdicts(OwnScheme scheme, PrintStream out) {
        this.scheme = scheme;
        this.out = out;
    }

    void print(Trial trial) {
        out.printf(
                Locale.ROOT,
                "%-24s%-14s%s%n",
                trial.name(),
                trial.verdict().name().toLowerCase(Locale.ROOT),
                trial.holds()
                        ? trial.what().en()
                        : trial.seen().stream().map(Text::en).collect(Collectors.joining("; ")));
        out.flush();
    }

    void print(Interleavings.Result result, int interruptions) {
        Interleavings.Counterexample found = result.counterexample();
        String tried = result.orders() + " orders of two clients' commands"
                + (found != null
                        ? ""
                        : result.inTime()
                                ? ", all that there are with at most " + interruptions + " interruptions"
                                : ", and then the time was over")
                + (result.notFollowed() == 0
                        ? ""
                        : "; " + result.notFollowed() + " of them could not be followed to their end");
        out.printf(
                Locale.ROOT,
                "%-24s%-14s%s%n",
                "interleavings",
                found != null ? "fails" : isProved(result) ? "holds" : "inconclusive",
                tried);
    }

    private static boolean isProved(Interleavings.Result result) {
        return result.inTime() && result.orders() > result.notFollowed();
    }

    void print(Interleavings.Counterexample found, List<ReplayedMove> moves) {
        out.println();
        TextTable table =
                new TextTable("", "move", "who", "does", "answer", "line", "sold", "left", "stored afterwards");
        int number = 0;
        for (ReplayedMove move : moves) {
            table.add(
                    ++number,
                    move.code(),
                    move.who(),
                    inShort(move.what(), WIDTH),
                    inShort(move.answer(), ANSWER_WIDTH),
                    move.line() == 0 ? "" : move.line(),
                    move.sold(),
                    move.left(),
                    String.join("  ", move.stored()));
        }
        out.print(table.text());
        out.println();
        out.println(
                "FAULTY: " + scheme.name() + ", " + found.damage().kind().name().toLowerCase(Locale.ROOT) + " in "
                        + found.moves().size() + " moves, " + codes(found.moves()) + ": "
                        + found.damage().what());
    }

    private static String inShort(String text, int width) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= width ? line : line.substring(0, width - 1) + "…";
    }

    private static String codes(List<Move> moves) {
        return moves.stream().map(Move::code).collect(Collectors.joining());
    }

    /** The last line if no order of commands does damage. Returns true if the lock holds. */
    boolean end(List<Trial> trials, Interleavings.Result result) {
        List<String> failed =
                trials.stream().filter(trial -> !trial.holds()).map(Trial::name).toList();
        boolean holds = failed.isEmpty() && isProved(result);
        out.println();
        out.println(
                holds
                        ? "HOLDS: " + scheme.name() + ", in " + trials.size() + " scenarios and "
                                + (result.orders() - result.notFollowed()) + " orders of commands"
                        : failed.isEmpty()
                                ? "INCONCLUSIVE: " + scheme.name() + ", not every order was tried"
                                : "FAULTY: " + scheme.name() + ", see " + String.join(", ", failed));
        return holds;
    }
}
