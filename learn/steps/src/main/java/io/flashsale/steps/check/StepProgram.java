package io.flashsale.steps.check;

import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The compiled shop of a step.
 *
 * @param classPath where its class and schema are, ours or the learner's
 * @param aot what its JVMs do with the AOT cache of our steps
 */
record StepProgram(SchoolStep step, String classPath, AotUse aot) {

    /** The packaged shop as {@code ./step} starts it, also in a test. */
    static StepProgram ours(SchoolStep step) throws IOException {
        Path packaged = ProjectRoot.find().resolve("learn/steps/target");
        String libraries = Files.readString(packaged.resolve("steps.classpath"));
        return new StepProgram(step, packaged.resolve("steps.jar") + ":" + libraries.strip(), AotUse.IF_THERE);
    }
}
