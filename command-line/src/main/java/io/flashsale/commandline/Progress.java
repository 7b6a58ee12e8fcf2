package io.flashsale.commandline;

import java.io.PrintStream;
import java.util.Locale;

/** What a command says to the person in front of the terminal while it works: whole lines, from any thread, at once. */
public final class Progress {

    private final PrintStream out;
    private final long begin = System.nanoTime();

    public Progress(PrintStream out) {
        this.out = out;
    }

    public synchronized void line(String text) {
        out.println(text);
        out.flush();
    }

    /** A line that begins with the time since this was made. */
    public void step(String text) {
        line(String.format(Locale.ROOT, "%6.1f s  %s", (System.nanoTime() - begin) / 1e9, text));
    }
}
