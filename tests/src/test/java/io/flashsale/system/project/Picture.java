package io.flashsale.system.project;

import java.util.stream.Stream;

/** The pictures of README and docs; browser tests take each in both languages, see {@code tests/update-screenshots}. */
public enum Picture {
    SHOP("shop"),
    SALE("sale"),
    CONTROL_ROOM("control-room");

    private final String name;

    Picture(String name) {
        this.name = name;
    }

    /** The file name in docs/images for a language tag, {@code en-GB} or {@code zh-CN}. */
    public String file(String language) {
        return name + (language.startsWith("zh") ? ".zh-CN.png" : ".png");
    }

    static Stream<String> files() {
        return Stream.of(values())
                .flatMap(picture -> Stream.of("en-GB", "zh-CN").map(picture::file));
    }
}
