package io.flashsale.locklab.text;

import java.util.Locale;

/** A language of the texts. */
public enum Language {
    EN,
    ZH;

    /** As the texts and the command line name it: {@code en}. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT);
    }
}
