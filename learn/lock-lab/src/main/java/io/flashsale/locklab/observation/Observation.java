package io.flashsale.locklab.observation;

import io.flashsale.devstack.process.ProcessDirectory;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A run without a scheme: {@code learn/lock-lab/cases observe NAME} prints what it has seen. */
public enum Observation {
    ISOLATION(IsolationLevels::observe),
    COPIES(Copies::observe),
    ORDER(Histories::observe);

    private final Script script;

    Observation(Script script) {
        this.script = script;
    }

    /** Its name on the command line. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Observation> find(String slug) {
        return Stream.of(values()).filter(each -> each.slug().equals(slug)).findFirst();
    }

    /**
     * Runs it once on servers that it starts and ends.
     *
     * @param home a directory that this process has claimed
     * @return whether all that was seen is as promised
     */
    public boolean run(ProcessDirectory home, PrintStream out) throws InterruptedException {
        return script.run(home, out);
    }

    @FunctionalInterface
    private interface Script {
        boolean run(ProcessDirectory home, PrintStream out) throws InterruptedException;
    }
}
