package io.flashsale.gateway.course;

import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;

/** What pages of the shop have and Markdown has not. */
final class Nodes {

    private Nodes() {}

    /** A word with its explanation. */
    static final class Term extends CustomNode {

        private final String explanation;

        Term(String explanation) {
            this.explanation = explanation;
        }

        String explanation() {
            return explanation;
        }
    }

    /** A place where a command of the lock lab can be run. */
    static final class RunHere extends CustomBlock {

        private final LabCommand command;
        private final boolean exercise;

        /** @param exercise whether the reader is asked to change the code first */
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
