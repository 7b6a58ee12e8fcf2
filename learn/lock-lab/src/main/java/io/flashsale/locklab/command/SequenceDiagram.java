package io.flashsale.locklab.command;

import io.flashsale.locklab.scenario.LockServer;
import io.flashsale.locklab.trace.Diagram;
import io.flashsale.locklab.trace.Diagram.Lane;
import io.flashsale.locklab.trace.Diagram.StepView;
import io.flashsale.locklab.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Formats a recorded run as a Mermaid sequence diagram. It uses the parts of Mermaid that the course's pages
 * render: participants, messages, answers and notes. It leaves out what the script does with a client, such as
 * holding it.
 */
final class SequenceDiagram {

    private static final int WIDTH = 72;
    private static final Pattern OWNER = Pattern.compile("([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f-]{22}");
    private static final Pattern ITEM = Pattern.compile("\\bitem-\\d+");

    private final Diagram diagram;
    private final Set<String> met = new LinkedHashSet<>();
    private final List<String> lines = new ArrayList<>();

    private SequenceDiagram(Diagram diagram) {
        this.diagram = diagram;
    }

    static String of(Diagram diagram) {
        return new SequenceDiagram(diagram).text();
    }

    private String text() {
        diagram.steps().forEach(this::add);
        StringBuilder text = new StringBuilder("sequenceDiagram\n");
        diagram.lanes().stream()
                .map(Lane::id)
                .filter(met::contains)
                .forEach(lane ->
                        text.append("  participant ").append(participant(lane)).append('\n'));
        lines.forEach(line -> text.append("  ").append(line).append('\n'));
        return text.toString();
    }

    private void add(StepView step) {
        if (step.kind().equals("command")) {
            message(
                    step.lane(),
                    "->>",
                    step.to(),
                    step.times() == 1 ? step.text() : step.times() + " × " + step.text());
            message(step.to(), "-->>", step.lane(), step.answer());
            return;
        }
        String note = note(step);
        if (!note.isEmpty()) {
            String lane = step.lane().startsWith("process-") ? firstOf(step.lane()) : step.lane();
            if (isLane(lane)) {
                met.add(lane);
                lines.add("Note over " + participant(lane) + ": " + note);
            }
        }
    }

    private void message(String from, String arrow, String to, String text) {
        if (isLane(from) && isLane(to) && !text.isBlank()) {
            met.addAll(List.of(from, to));
            lines.add(participant(from) + arrow + participant(to) + ": " + inShort(text));
        }
    }

    private boolean isLane(String id) {
        return diagram.lanes().stream().anyMatch(lane -> lane.id().equals(id));
    }

    /** The first client of the process named {@code process-2}. */
    private String firstOf(String process) {
        return diagram.lanes().stream()
                .filter(lane -> lane.kind().equals("client") && process.equals("process-" + lane.process()))
                .map(Lane::id)
                .findFirst()
                .orElse(process);
    }

    private static String note(StepView step) {
        return switch (step.kind()) {
            case "ends" -> inShort(step.answer());
            case "waits" -> "waits";
            case "notified" -> "is told";
            case "throws" -> "throws an exception";
            case "paused" -> "SIGSTOP";
            case "resumed" -> "SIGCONT";
            case "killed" -> "killed";
            case "server-lost" -> "killed " + inShort(step.text());
            case "started" -> "started anew";
            case "promoted" -> "promoted";
            case "cut" -> "the line is cut";
            case "mended" -> "the line is whole again";
            case "lease-ended" -> "the lab ends the lease";
            case "expired" -> "the lease is over";
            case "connection" -> inShort(step.text());
            case "parted" -> "believes to hold a lock that it does not hold";
            case "left-behind" -> "the lock is left behind";
            default -> "";
        };
    }

    /** The participant's name as in the course; Mermaid allows letters and digits. */
    private static String participant(String lane) {
        return switch (lane) {
            case LockServer.LANE -> "Redis";
            case Trace.ZOOKEEPER -> "ZooKeeper";
            default -> lane.replaceAll("\\W+", "_");
        };
    }

    /** One line, without characters that are special to Mermaid. */
    private static String inShort(String text) {
        String plain = OWNER.matcher(ITEM.matcher(text).replaceAll("item")).replaceAll("$1");
        String line = plain.replaceAll("[;#]", ",").replaceAll("\\s+", " ").strip();
        return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…";
    }
}
