package io.flashsale.gateway.course;

import static io.flashsale.gateway.support.SourceFiles.found;
import static io.flashsale.gateway.support.SourceFiles.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Every event of a game and every playable scheme has texts in both languages. */
class PlayMessagesTests {

    private static final String SCHEDULER = "learn/lock-lab/src/main/java/io/flashsale/locklab/scheduler/";
    private static final String MESSAGES = "libs/storefront/src/main/resources/static/assets/lab/play-messages.js";
    private static final String CONSTANT = "(?m)^ {4}([A-Z_]+)[,;]?$";

    @Test
    void sayWhyOfEachSchemeThatCannotBeOversoldAndWhatCuresTheOthers() throws IOException {
        String schemes = read(SCHEDULER + "GameScheme.java");
        haveOneForEach(found(" holding\\(\"(\\w+)\"", schemes), "why");
        haveOneForEach(found(" oversold\\(\"(\\w+)\"", schemes), "cure");
    }

    @Test
    void sayHowAGameEnded() throws IOException {
        haveOneForEach(found(CONSTANT, read(SCHEDULER + "Ending.java")), "ending");
    }

    @Test
    void sayWhyAMoveIsNotPossible() throws IOException {
        List<String> names = found(CONSTANT, read(SCHEDULER + "Obstacle.java")).stream()
                .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        haveOneForEach(names, "obstacle");
    }

    private static void haveOneForEach(List<String> names, String object) throws IOException {
        List<List<String>> languages = found("(?s) " + object + ": \\{\n(.*?)\n +},", read(MESSAGES)).stream()
                .map(messages -> found("(?m)^ +'?([A-Za-z0-9_-]+)'?: '", messages))
                .toList();
        assertThat(names).isNotEmpty();
        assertThat(languages)
                .hasSize(2)
                .allSatisfy(keys -> assertThat(keys).containsExactlyInAnyOrderElementsOf(names));
    }
}
