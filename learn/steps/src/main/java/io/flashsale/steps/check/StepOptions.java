package io.flashsale.steps.check;

import io.flashsale.commandline.CommandOptions;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The operands of {@code ./step}. */
@Command(
        name = "./step",
        customSynopsis = {"./step list", "       ./step run|check|edit|hint N [STEP|mine]"},
        description = {
            "Runs or checks one of the ten flash sales in learn/steps, on servers of its own.",
            "",
            "list          the steps, what their checks demand, and which of your copies pass",
            "run N         starts step N and prints its addresses, until Ctrl-C",
            "check N       whether step N does what it must: PASSES (exit status 0), FAILS with what was seen (1), or why it"
                    + " could not be checked (2)",
            "check N STEP  the same check on another step: each step fails the check of the next one",
            "edit N        copies step N to my-steps, where you change it until it passes the check of the next step",
            "run N mine    starts your copy of step N, with the servers and instances of the next step, which it becomes",
            "check N mine  the check on your copy of the step before",
            "hint N        the next of three hints on how to change step N"
        })
record StepOptions(
        @Parameters(paramLabel = "OPERAND", hidden = true) List<String> operands) implements CommandOptions {

    private static final String MINE = "mine";

    String command() {
        return operands.getFirst();
    }

    /** The step that is named first: the one to run, to edit, or whose check runs. */
    SchoolStep step() {
        return SchoolStep.of(Integer.parseInt(operands.get(1)));
    }

    boolean isMine() {
        return operands.getLast().equals(MINE);
    }

    /** The step whose check, servers and instances apply. A learner's copy runs with those of the next step. */
    SchoolStep demand() {
        return isMine() && command().equals("run") ? step().next() : step();
    }

    /** The step that is started or checked. */
    SchoolStep program() {
        return isMine() ? demand().previous() : SchoolStep.of(Integer.parseInt(operands.getLast()));
    }

    @Override
    public void check() {
        require(!operands.isEmpty(), "a command is missing");
        if (command().equals("list")) {
            require(operands.size() == 1, "list takes no number");
            return;
        }
        require(List.of("run", "check", "edit", "hint").contains(command()), "no such command: " + command());
        boolean ofMine = isMine() && List.of("run", "check").contains(command());
        int most = ofMine || command().equals("check") ? 3 : 2;
        require(operands.size() >= 2 && operands.size() <= most, command() + " takes the number of a step");
        operands.subList(1, ofMine ? 2 : operands.size()).forEach(this::requireStep);
        boolean needsNext = command().equals("edit")
                || command().equals("hint")
                || command().equals("run") && ofMine;
        require(!needsNext || step() != SchoolStep.KAFKA, "the last step has no next one");
        require(!ofMine || demand().number() > 1, "the first step has none before it");
    }

    private void requireStep(String operand) {
        require(
                operand.matches("[1-9]|10"),
                "a step is a number from 1 to " + SchoolStep.values().length + ", not '" + operand + "'");
    }
}
