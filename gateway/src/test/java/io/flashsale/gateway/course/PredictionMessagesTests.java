package io.flashsale.gateway.course;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever a run can find, and whatever is done to one, has its words for those who predict, in both languages. */
class PredictionMessagesTests {

    private static final String LAB = "lock-lab/src/main/java/io/flashsale/locklab/";
    private static final String MESSAGES = "gateway/src/main/resources/static/assets/lab/prediction-messages.js";

    @ParameterizedTest
    @CsvSource({"scenario/Failure.java, belief", "catalogue/Fault.java, fault"})
    void haveASentenceForEach(String constants, String object) throws IOException {
        List<String> languages = Pattern.compile("(?s) " + object + ": \\{\n(.*?)\n +},")
                .matcher(read(MESSAGES))
                .results()
                .map(messages -> messages.group(1))
                .toList();
        List<String> names = Pattern.compile("(?m)^ {4}([A-Z_]+)[,;]")
                .matcher(read(LAB + constants))
                .results()
                .map(MatchResult::group)
                .map(name -> name.strip()
                        .replaceAll("[,;]", "")
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-'))
                .toList();
        assertThat(languages)
                .hasSize(2)
                .allSatisfy(messages -> assertThat(Pattern.compile("(?m)^ +'?([a-z-]+)'?: '")
                                .matcher(messages)
                                .results()
                                .map(message -> message.group(1)))
                        .containsExactlyInAnyOrderElementsOf(names));
    }

    private static String read(String path) throws IOException {
        return Files.readString(ProjectRoot.find().resolve(path));
    }
}
