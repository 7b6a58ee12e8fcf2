package io.flashsale.locklab.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the two chapters that only ask: their runs exist, and their answers are the matrix's. */
class QuizTests {

    private static final Path COURSE = Path.of("../../docs/course");
    private static final Matrix MATRIX = new MatrixFile(Path.of("../..")).read();

    private static final Map<String, String> IN_CHINESE =
            Map.of("yes", "是", "no", "否", "refused", "被拒", "depends", "看情形", "not-asked", "未问");

    /** Matches {@code [A8, after a pause: no](…matrix.json#A8/after-a-pause)}. */
    private static final String CLAIM =
            "\\[([A-E]\\d+)[,，] ?[^\\]:：]+[:：] ?([^\\]]+)\\]\\([^)]*matrix\\.json#([A-E]\\d+)/([a-z-]+)\\)";

    private static List<MatchResult> all(String regex, String text) {
        return Pattern.compile(regex).matcher(text).results().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"14-which-lock-here.md", "15-what-interviewers-ask.md"})
    void claimOfASchemeWhatItsRunsHaveShown(String chapter) throws IOException {
        String english = Files.readString(COURSE.resolve(chapter));
        String chinese = Files.readString(COURSE.resolve("zh").resolve(chapter));
        assertThat(wrong(english, false)).isEmpty();
        assertThat(wrong(chinese, true)).isEmpty();
        for (String text : List.of(english, chinese)) {
            assertThat(all(CLAIM, text)).isNotEmpty().hasSameSizeAs(all("matrix\\.json#", text));
        }
    }

    @Test
    void wouldNoticeAWrongClaim() {
        String claim = "[A8, after a pause: %s](matrix.json#A8/after-a-pause)";
        assertThat(wrong(claim.formatted("no"), false)).isEmpty();
        assertThat(wrong(claim.formatted("yes"), false)).hasSize(1);
        assertThat(wrong("[A9, after a pause: no](matrix.json#A8/after-a-pause)", false))
                .hasSize(1);
    }

    private static List<String> wrong(String text, boolean inChinese) {
        return all(CLAIM, text).stream()
                .filter(claim -> !claim.group(1).equals(claim.group(3))
                        || !claim.group(2).equals(inWords(claim.group(3), claim.group(4), inChinese)))
                .map(MatchResult::group)
                .toList();
    }

    private static String inWords(String scheme, String property, boolean inChinese) {
        String answer = MATRIX.schemes().stream()
                .filter(row -> row.id().equals(scheme))
                .flatMap(row -> Stream.ofNullable(row.cells().get(property)))
                .map(Matrix.Cell::answer)
                .findFirst()
                .orElse("nothing");
        return inChinese ? IN_CHINESE.getOrDefault(answer, answer) : answer.replace('-', ' ');
    }
}
