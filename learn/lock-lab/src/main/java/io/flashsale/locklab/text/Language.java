package io.flashsale.locklab.text;

import java.util.Locale;

/** A language of the texts. */
public enum Language {
    EN,
    ZH;

    /** The name in the texts and on the command line, such as {@code en}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT);
    }
}
