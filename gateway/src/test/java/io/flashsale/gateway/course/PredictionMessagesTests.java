package io.flashsale.gateway.course;

import static io.flashsale.gateway.support.SourceFiles.found;
import static io.flashsale.gateway.support.SourceFiles.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every finding and every kind of run has texts for predictions in both languages. */
class PredictionMessagesTests {

    private static final String LAB = "learn/lock-lab/src/main/java/io/flashsale/locklab/";
    private static final String MESSAGES =
            "libs/storefront/src/main/resources/static/assets/lab/prediction-messages.js";

    @ParameterizedTest
    @CsvSource({"scenario/Failure.java, belief", "catalogue/Fault.java, fault"})
    void haveASentenceForEach(String constants, String object) throws IOException {
        List<String> languages = found("(?s) " + object + ": \\{\n(.*?)\n +},", read(MESSAGES));
        List<String> names = found("(?m)^ {4}([A-Z_]+)[,;]", read(LAB + constants)).stream()
                .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        assertThat(languages)
                .hasSize(2)
                .allSatisfy(messages -> assertThat(found("(?m)^ +'?([a-z-]+)'?: '", messages))
                        .containsExactlyInAnyOrderElementsOf(names));
    }
}
