package io.flashsale.locklab.scenario;

import io.flashsale.locklab.text.Text;

/**
 * A way in which the scheme failed in a run.
 *
 * @param detail the evidence, in one sentence
 */
public record ObservedFailure(Failure failure, Text detail) {}
