package io.flashsale.locklab.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.trace.Diagram;
import io.flashsale.locklab.trace.Diagram.Lane;
import io.flashsale.locklab.trace.Diagram.StepView;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequenceDiagramTests {

    /** As in the shop's {@code sequence-diagram.js}. */
    private static final String MESSAGE = "(\\w+)(-?)->>(\\w+): (.+)";

    private static final String NOTE = "Note over (\\w+)(?:,(\\w+))?: (.+)";

    private static StepView step(String kind, String lane, String to, String text, String answer, int times) {
        return new StepView(kind, 1, 2, lane, to, text, answer, times, null, null);
    }

    private static String drawn(StepView... steps) {
        List<Lane> lanes = List.of(
                new Lane("ann", "client", 1),
                new Lane("bob", "client", 2),
                new Lane("watchdog-1", "background", 1),
                new Lane("lock-server", "server", 0));
        return SequenceDiagram.of(new Diagram(lanes, List.of(steps), List.of(), List.of(), 0));
    }

    @Test
    void hasTheCommandsWithTheirAnswersAndWhatHappened() {
        String owner = "1a2b3c4d-0000-4000-8000-0123456789ab";
        assertThat(drawn(
                        step("begins", "ann", "", "buy", "", 1),
                        step("command", "ann", "lock-server", "SET lock:item-7 " + owner + " NX PX 200", "OK", 1),
                        step("stands", "ann", "", "inside", "", 1),
                        step("paused", "process-1", "", "", "", 1),
                        step("command", "bob", "lock-server", "SET lock:item-7 x NX", "nil", 3),
                        step("ends", "bob", "", "", "BUSY", 1)))
                .isEqualTo("""
                        sequenceDiagram
                          participant ann
                          participant bob
                          participant Redis
                          ann->>Redis: SET lock:item 1a2b NX PX 200
                          Redis-->>ann: OK
                          Note over ann: SIGSTOP
                          bob->>Redis: 3 × SET lock:item x NX
                          Redis-->>bob: nil
                          Note over bob: BUSY
                        """);
    }

    @Test
    void hasNothingThatThePagesCannotDraw() {
        String text = drawn(
                step("command", "ann", "lock-server", "EVAL a;\n  b # c", "", 1),
                step("command", "watchdog-1", "lock-server", "renew " + "x".repeat(200), "1", 1),
                step("command", "ann", "somewhere", "is in no lane", "1", 1),
                step("connection", "process-2", "", "SUSPENDED", "", 1));
        assertThat(text.lines().skip(1))
                .allMatch(line -> line.strip().matches("participant \\w+|" + MESSAGE + "|" + NOTE))
                .contains("  ann->>Redis: EVAL a, b , c", "  Note over bob: SUSPENDED")
                .noneMatch(line -> line.length() > 120 || line.contains("somewhere"));
    }
}
