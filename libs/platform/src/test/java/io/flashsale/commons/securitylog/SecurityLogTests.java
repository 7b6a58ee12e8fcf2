package io.flashsale.commons.securitylog;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.flashsale.commons.securitylog.SecurityLog.Event;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

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
    void namesTheAddressOfTheRequest() {
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(from("192.0.2.1")));
        try {
            SecurityLog.write(Event.LOGGED_IN, 7, "alice");
        } finally {
            RequestContextHolder.resetRequestAttributes();
        }
        assertThat(written.list).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage()).isEqualTo("LOGGED_IN account=7 name=alice address=192.0.2.1");
            assertThat(keyValues(event)).contains("source.ip=192.0.2.1");
        });
    }

    @Test
    void saysWhatAnAdministratorHasChangedAndHowThatWasAnswered() {
        SecurityLog.changed(1, from("192.0.2.2"), 201);
        assertThat(written.list).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage())
                    .isEqualTo("ADMINISTRATOR_CHANGE account=1 address=192.0.2.2 POST /api/admin/sales status=201");
            assertThat(keyValues(event)).contains("event.action=ADMINISTRATOR_CHANGE", "http.response.status_code=201");
        });
    }

    @Test
    void writesARefusalOnceInAWhileForEachAddressAndKind() {
        RefusalThrottle throttle = new RefusalThrottle(InstantSource.fixed(Instant.EPOCH));
        for (int i = 0; i < 1_000; i++) {
            SecurityLog.refused(Refusal.RATE_LIMITED, from("192.0.2.3"), 7, throttle);
        }
        SecurityLog.refused(Refusal.ACCESS_REFUSED, from("192.0.2.3"), 7, throttle);
        assertThat(written.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("RATE_LIMITED account=7 address=192.0.2.3 POST /api/admin/sales leftOut="),
                        second -> assertThat(second)
                                .isEqualTo(
                                        "ACCESS_REFUSED account=7 address=192.0.2.3 POST /api/admin/sales leftOut=999"));
    }

    private static MockHttpServletRequest from(String address) {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/api/admin/sales");
        request.setRemoteAddr(address);
        return request;
    }

    private static List<String> keyValues(ILoggingEvent event) {
        return event.getKeyValuePairs().stream()
                .map(pair -> pair.key + "=" + pair.value)
                .toList();
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
