package io.flashsale.steps.check;

/**
 * The compiled shop of a step.
 *
 * @param classPath where its class and schema are, ours or the learner's
 */
record StepProgram(SchoolStep step, String classPath) {

    static StepProgram ours(SchoolStep step) {
        return new StepProgram(step, System.getProperty("java.class.path"));
    }
}
