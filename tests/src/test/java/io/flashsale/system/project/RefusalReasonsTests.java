package io.flashsale.system.project;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.all;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.problem.RefusalReason;
import io.flashsale.contracts.problem.RefusalReason.Campaign;
import io.flashsale.contracts.problem.RefusalReason.Meaning;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages and the documents have words for each problem type that they meet. */
class RefusalReasonsTests {

    private static final String PAGES = "libs/storefront/src/main/resources/static/assets/";
    private static final String DOCUMENT = "docs/problems.md";

    @Test
    void shouldHaveWordsInEveryFile() {
        List<String> ofAll = slugs(Campaign.values());
        List<String> ofClicks = new ArrayList<>(slugs(Campaign.SALE));
        ofClicks.addAll(List.of("accepted", "rate-limited"));
        assertSoftly(
                files -> { // one run names every file that lacks words
                    for (String language : List.of("en", "zh")) {
                        requireTexts(files, PAGES + "i18n/texts." + language + ".js", "problem", ofAll);
                        requireTexts(files, PAGES + "control/messages." + language + ".js", "answer", ofClicks);
                    }
                });
    }

    private static List<String> slugs(Campaign... campaigns) {
        return Stream.of(campaigns)
                .flatMap(RefusalReason::problems)
                .map(ProblemType::slug)
                .distinct()
                .toList();
    }

    private static void requireTexts(SoftAssertions files, String file, String object, List<String> names) {
        Pattern objects = Pattern.compile("\\n  " + object + ": \\{\\n(.*?)\\n  },", Pattern.DOTALL);
        List<List<String>> texts = objects.matcher(read(ROOT.resolve(file)))
                .results()
                .map(found -> all("(?m)^ {4}'?([a-z-]+)'?: '.", found.group(1))
                        .map(name -> name.group(1))
                        .toList())
                .toList();
        files.assertThat(texts)
                .as("texts in %s", file)
                .hasSize(1)
                .allSatisfy(each -> assertThat(each).containsAll(names));
    }

    @Test
    void shouldListEveryProblemTypeWithItsStatusAndNoOther() {
        assertThat(all("(?m)^\\| (\\d{3}) \\| `([a-z-]+)` \\|", read(ROOT.resolve(DOCUMENT)))
                        .map(row -> row.group(1) + " " + row.group(2)))
                .containsExactlyInAnyOrderElementsOf(Stream.of(ProblemType.values())
                        .map(type -> type.status() + " " + type.slug())
                        .toList());
    }

    /** The chaos and load tests, which know only HTTP, take exactly the statuses below 500 as final. */
    @ParameterizedTest
    @EnumSource
    void shouldBeFinalByItsStatus(RefusalReason reason) {
        for (Campaign campaign : Campaign.values()) {
            assertThat(reason.problem(campaign).status() < 500).isEqualTo(reason.meaning() == Meaning.FINAL);
        }
    }
}
