package io.flashsale.chaos;

import java.io.PrintStream;
import java.util.Locale;

/** Progress for the person in front of the terminal; steps with the time since the beginning. */
final class Progress {

    private final PrintStream out;
    private final long begin = System.nanoTime();

    Progress(PrintStream out) {
        this.out = out;
    }

    void line(String text) {
        out.println(text);
        out.flush();
    }

    void step(String format, Object... values) {
        line(String.format(Locale.ROOT, "%6.1f s  ", (System.nanoTime() - begin) / 1e9)
                + String.format(Locale.ROOT, format, values));
    }
}
