package io.flashsale.devstack.launcher;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Prints whole lines for the user; thread-safe. */
final class Console {

    private final PrintStream out;
    private final long begin = System.nanoTime();

    Console(PrintStream out) {
        this.out = out;
    }

    synchronized void line(String text) {
        out.println(text);
        out.flush();
    }

    /** Says that something is up, and how long its start took. */
    void up(String what, Duration time) {
        up(what, time, "");
    }

    void up(String what, Duration time, String remark) {
        line("  %-16s %6s   %s".formatted(what, seconds(time), remark).stripTrailing());
    }

    Duration sinceBegin() {
        return since(begin);
    }

    /** The time since a value of {@link System#nanoTime}. */
    static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1_000.0);
    }
}
