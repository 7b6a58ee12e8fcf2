package io.flashsale.devstack.launcher;

import io.flashsale.client.ShopClientException;
import io.flashsale.devstack.launcher.seed.DemoFailedException;
import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.devstack.process.ServerFailedException;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Describes failures: expected ones in a sentence, all others with a stack trace. */
final class Failures {

    private Failures() {}

    static String describe(RuntimeException failure) {
        StringBuilder text = new StringBuilder(isExpected(failure) ? failure.getMessage() : trace(failure));
        for (Throwable further : failure.getSuppressed()) {
            text.append("\ndemo: ").append(further.getMessage());
        }
        return text.toString();
    }

    private static boolean isExpected(RuntimeException failure) {
        return failure instanceof DemoFailedException
                || failure instanceof ShopClientException
                || failure instanceof ServerFailedException
                || failure instanceof DirectoryInUseException;
    }

    private static String trace(RuntimeException failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
