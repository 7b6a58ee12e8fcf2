package io.flashsale.benchmark;

import java.util.Locale;

/** Prints progress to the terminal. */
final class BenchProgress {

    private BenchProgress() {}

    static void say(String format, Object... arguments) {
        System.out.println("bench: " + String.format(Locale.ROOT, format, arguments));
    }
}
