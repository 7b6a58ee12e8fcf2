package io.flashsale.commons.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.testing.RecordedLog;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

class OutageLogTests {

    @RegisterExtension
    private final RecordedLog written = new RecordedLog(OutageLogTests.class.getName());

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final OutageLog outage =
            new OutageLog(LoggerFactory.getLogger(OutageLogTests.class), "the database is away", () -> now);

    @Test
    void shouldWriteOneLineInAWhileHoweverManyAsk() {
        for (int i = 0; i < 1_000; i++) {
            outage.warn("refused");
        }
        now = now.plus(OutageLog.WHILE);
        outage.warn("still refused");
        assertThat(written.lines())
                .containsExactly(
                        "the database is away: refused leftOut=0", "the database is away: still refused leftOut=999");
    }
}
