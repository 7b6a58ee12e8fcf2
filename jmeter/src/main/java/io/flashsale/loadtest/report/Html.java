package io.flashsale.loadtest.report;

import java.util.Locale;

/** Text and numbers as they may stand in a page. */
final class Html {

    private Html() {}

    static String text(Object value) {
        return String.valueOf(value)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : String.format(Locale.ROOT, "%,.1f", value);
    }

    /** A coordinate. */
    static String at(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
