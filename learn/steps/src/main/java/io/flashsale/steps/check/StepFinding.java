package io.flashsale.steps.check;

/** A shop does not do what a check demands; the message says what it did. */
final class StepFinding extends Exception {

    StepFinding(String what) {
        super(what);
    }
}
