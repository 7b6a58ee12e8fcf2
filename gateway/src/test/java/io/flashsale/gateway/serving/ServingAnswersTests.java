package io.flashsale.gateway.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.upstream.UpstreamReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServingAnswersTests {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int asked;
    private @Nullable String said = "one";

    private final ServingAnswers answers = new ServingAnswers(
            sale -> {
                asked++;
                byte[] body = Objects.requireNonNullElse(said, "away").getBytes(StandardCharsets.UTF_8);
                return new UpstreamReply(said == null ? 503 : 200, body, null);
            },
            new ServingProperties(Duration.ofSeconds(1), 2),
            () -> now);

    private @Nullable String of(long sale) {
        ServingAnswer answer = answers.of(sale);
        return answer == null ? null : new String(answer.body(), StandardCharsets.UTF_8);
    }

    private int statusOf(long sale) {
        return Objects.requireNonNull(answers.of(sale)).status();
    }

    @Test
    void shouldAskOnceForAll() {
        for (int i = 0; i < 100; i++) {
            assertThat(of(7)).isEqualTo("one");
        }
        assertThat(asked).isEqualTo(1);
        said = "two";
        answers.refreshAll();
        assertThat(of(7)).isEqualTo("two");
        assertThat(asked).isEqualTo(2);
        assertThat(Objects.requireNonNull(answers.of(7)).etag()).matches("\"[0-9a-f]{16}\"");
    }

    @Test
    void shouldKeepAnAnswerForFiveSecondsAndNoLonger() {
        of(7);
        said = null;
        now = now.plusSeconds(4);
        answers.refreshAll();
        assertThat(of(7)).isEqualTo("one");
        now = now.plusSeconds(1);
        for (int i = 0; i < 100; i++) {
            assertThat(statusOf(7)).isEqualTo(503);
        }
        assertThat(asked).as("not again within a second").isEqualTo(3);
        said = "back";
        now = now.plusSeconds(1);
        assertThat(of(7)).isEqualTo("back");
    }

    @Test
    void shouldNotAskAgainWithinASecondWhatWasRefused() {
        said = null;
        for (int i = 0; i < 100; i++) {
            assertThat(statusOf(7)).isEqualTo(503);
        }
        assertThat(asked).isEqualTo(1);
        said = "one";
        assertThat(statusOf(7)).isEqualTo(503);
        now = now.plusSeconds(1);
        assertThat(of(7)).isEqualTo("one");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void shouldForgetWhatNobodyAsksFor() {
        of(7);
        now = now.plusSeconds(61);
        answers.refreshAll();
        assertThat(answers.count()).isZero();
        assertThat(asked).isEqualTo(1);
    }

    /** Otherwise 1,000 made-up ids a second would make every waiting shopper ask stock-service. */
    @Test
    void shouldWatchARoomHoweverManySalesAreMadeUp() {
        said = null;
        for (long madeUp = 10_000; madeUp < 12_000; madeUp++) {
            assertThat(statusOf(madeUp)).isEqualTo(503);
        }
        said = "one";
        assertThat(of(7)).isEqualTo("one");
        assertThat(answers.count()).isEqualTo(1);
        int before = asked;
        assertThat(of(7)).isEqualTo("one");
        assertThat(asked).isEqualTo(before);
    }

    @Test
    void shouldWatchNoMoreThanConfiguredAndNothingThatIsNone() {
        said = null;
        assertThat(statusOf(1)).isEqualTo(503);
        assertThat(answers.count()).isZero();
        said = "one";
        now = now.plusSeconds(1);
        of(1);
        of(2);
        assertThat(of(3)).isNull();
        assertThat(answers.count()).isEqualTo(2);
    }
}
