package io.flashsale.locklab.text;

/** A text in English and in Chinese. */
public record Text(String en, String zh) {

    public String in(Language language) {
        return switch (language) {
            case EN -> en;
            case ZH -> zh;
        };
    }

    /** A text that is the same in every language, such as a server's error message. */
    public static Text same(String words) {
        return new Text(words, words);
    }
}
