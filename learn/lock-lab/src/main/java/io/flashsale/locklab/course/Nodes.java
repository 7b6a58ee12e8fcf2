package io.flashsale.locklab.course;

import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;

/** Nodes that the shop's pages have and Markdown lacks. */
final class Nodes {

    private Nodes() {}

    /** A term with its explanation. */
    static final class Term extends CustomNode {

        private final String explanation;

        Term(String explanation) {
            this.explanation = explanation;
        }

        String explanation() {
            return explanation;
        }
    }

    /** A place where the reader can run a command of the lock lab. */
    static final class RunHere extends CustomBlock {

        private final LabCommand command;
        private final boolean exercise;

        /** @param exercise whether it belongs to an exercise */
        RunHere(LabCommand command, boolean exercise) {
            this.command = command;
            this.exercise = exercise;
        }

        LabCommand command() {
            return command;
        }

        boolean isExercise() {
            return exercise;
        }
    }
}
