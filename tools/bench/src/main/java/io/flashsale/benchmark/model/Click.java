package io.flashsale.benchmark.model;

/** The outcomes of a click, by where it ends. A paid click was accepted and placed before. */
enum Click {
    REFUSED_BY_GATEWAY("refused by the gateway", "网关直接拒绝"),
    REFUSED_BY_SCRIPT("refused by the script", "脚本拒绝"),
    ACCEPTED("accepted (202)", "已接受（202）"),
    PLACED("placed: the order is in the database", "已落库成单"),
    PAID("paid", "已付款");

    private final String english;
    private final String chinese;

    Click(String english, String chinese) {
        this.english = english;
        this.chinese = chinese;
    }

    String name(TableLanguage language) {
        return language.say(english, chinese);
    }
}
