package io.flashsale.locklab.course;

import static io.flashsale.locklab.course.CoursePagesTests.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scheduler.Ending;
import io.flashsale.locklab.scheduler.GameScheme;
import io.flashsale.locklab.scheduler.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages have texts in both languages for every finding, kind of run, event of a game and playable scheme. */
class LabMessagesTests {

    private static final String PREDICTIONS = "prediction-messages";
    private static final String GAMES = "play-messages";

    static Stream<Arguments> objects() {
        return Stream.of(
                Arguments.of(PREDICTIONS, "belief", names(Failure.values(), Failure::slug)),
                Arguments.of(PREDICTIONS, "fault", names(Fault.values(), Fault::slug)),
                Arguments.of(GAMES, "ending", names(Ending.values(), Ending::name)),
                Arguments.of(GAMES, "obstacle", names(Obstacle.values(), Obstacle::slug)),
                Arguments.of(GAMES, "why", schemes(false)),
                Arguments.of(GAMES, "cure", schemes(true)));
    }

    private static <T> List<String> names(T[] values, Function<T, String> name) {
        return Stream.of(values).map(name).toList();
    }

    private static List<String> schemes(boolean oversold) {
        return GameScheme.all().stream()
                .filter(scheme -> scheme.canBeOversold() == oversold)
                .map(scheme -> scheme.what().id())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("objects")
    void haveASentenceForEach(String file, String object, List<String> names) throws IOException {
        assertThat(names).isNotEmpty();
        for (String language : List.of("en", "zh")) {
            String messages = Files.readString(ProjectRoot.find()
                    .resolve("libs/storefront/src/main/resources/static/assets/lab")
                    .resolve(file + "." + language + ".js"));
            assertThat(found("(?s) " + object + ": \\{\n(.*?)\n +},", messages))
                    .singleElement()
                    .satisfies(texts -> assertThat(found("(?m)^ +'?([A-Za-z0-9_-]+)'?: '", texts))
                            .containsExactlyInAnyOrderElementsOf(names));
        }
    }
}
