package io.flashsale.commons.securitylog;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.flashsale.commons.securitylog.SecurityLog.Event;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SecurityLogTests {

    private final Logger logger = (Logger) LoggerFactory.getLogger(SecurityLog.NAME);
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();

    @BeforeEach
    void listen() {
        written.start();
        logger.addAppender(written);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(written);
    }

    @Test
    void namesWhatHappenedAndToWhom() {
        SecurityLog.write(Event.LOG_IN_REFUSED, 7, "alice");
        assertThat(written.list).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage()).isEqualTo("LOG_IN_REFUSED account=7 name=alice");
            assertThat(event.getKeyValuePairs())
                    .extracting(pair -> pair.key + "=" + pair.value)
                    .containsExactly("event.action=LOG_IN_REFUSED", "user.id=7", "user.name=alice");
        });
    }

    @Test
    void repeatsNothingThatCannotBeAName() {
        for (String typed : List.of("correct horse battery", "a\nFAKE LINE", "${jndi:x}", "x".repeat(5_000), "")) {
            SecurityLog.write(Event.LOG_IN_REFUSED, 0, typed);
        }
        assertThat(written.list)
                .allSatisfy(event ->
                        assertThat(event.getFormattedMessage()).isEqualTo("LOG_IN_REFUSED account=0 name=(no name)"));
    }
}
