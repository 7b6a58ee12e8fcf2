package io.flashsale.benchmark.model;

/** Of the tables; both have the same figures. */
enum Language {
    ENGLISH,
    CHINESE;

    String say(String english, String chinese) {
        return this == ENGLISH ? english : chinese;
    }
}
