package io.flashsale.loadtest;

import java.io.PrintStream;
import java.util.Locale;

/** Progress for the person in front of the terminal; steps with the time since the beginning. */
public final class Console {

    private final PrintStream out;
    private final long begin = System.nanoTime();

    Console(PrintStream out) {
        this.out = out;
    }

    public void line(String text) {
        out.println(text);
        out.flush();
    }

    void step(String text) {
        line(String.format(Locale.ROOT, "%5.1f s  %s", (System.nanoTime() - begin) / 1e9, text));
    }
}
