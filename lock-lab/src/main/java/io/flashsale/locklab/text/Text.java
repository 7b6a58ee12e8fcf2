package io.flashsale.locklab.text;

/** The same in English and in Chinese. */
public record Text(String en, String zh) {

    public String in(Language language) {
        return switch (language) {
            case EN -> en;
            case ZH -> zh;
        };
    }

    /** What is the same in every language, such as an error message of a server. */
    public static Text same(String words) {
        return new Text(words, words);
    }
}
