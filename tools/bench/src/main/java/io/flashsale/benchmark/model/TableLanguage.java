package io.flashsale.benchmark.model;

/** The language of the tables; both have the same figures. */
enum TableLanguage {
    ENGLISH,
    CHINESE;

    String say(String english, String chinese) {
        return this == ENGLISH ? english : chinese;
    }
}
