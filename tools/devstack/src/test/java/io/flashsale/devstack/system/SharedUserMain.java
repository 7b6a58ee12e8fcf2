package io.flashsale.devstack.system;

import io.flashsale.devstack.process.ProcessIdentity;
import java.nio.file.Path;

/** A test JVM of a build: uses the shared stack of the given owner, prints its pids, and ends. */
final class SharedUserMain {

    private SharedUserMain() {}

    public static void main(String[] arguments) {
        ProcessIdentity owner = ProcessIdentity.of(Long.parseLong(arguments[1])).orElseThrow();
        DevStack stack = SharedStack.attachOrStart(Path.of(arguments[0]), owner);
        System.out.println(stack.database().pid() + " " + stack.redis().pid() + " "
                + stack.kafka().pid() + " " + stack.redis().freshDatabase().index() + " "
                + stack.database().password());
        stack.close();
    }
}
