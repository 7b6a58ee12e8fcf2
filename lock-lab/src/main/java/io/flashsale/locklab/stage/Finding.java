package io.flashsale.locklab.stage;

/**
 * A way in which the scheme failed in a run.
 *
 * @param detail what was seen, in one sentence
 */
public record Finding(Failure failure, String detail) {}
