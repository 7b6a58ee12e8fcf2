package io.flashsale.commons.problem;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class OutageLogTests {

    private final Logger logger = (Logger) LoggerFactory.getLogger(OutageLogTests.class);
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final OutageLog outage = new OutageLog(logger, "the database is away", () -> now);

    OutageLogTests() {
        written.start();
        logger.addAppender(written);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(written);
    }

    @Test
    void shouldWriteOneLineInAWhileHoweverManyAsk() {
        for (int i = 0; i < 1_000; i++) {
            outage.warn("refused");
        }
        now = now.plus(OutageLog.WHILE);
        outage.warn("still refused");
        assertThat(written.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "the database is away: refused leftOut=0", "the database is away: still refused leftOut=999");
    }
}
