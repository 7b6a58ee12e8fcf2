package io.flashsale.commandline;

import java.io.PrintStream;
import java.util.Locale;

/** Prints a command's progress to the terminal: whole lines, from any thread, at once. */
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

    /** Prints a line that begins with the time since this was created. */
    public void step(String text) {
        line(String.format(Locale.ROOT, "%6.1f s  %s", (System.nanoTime() - begin) / 1e9, text));
    }
}
