package io.flashsale.commons.securitylog;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.flashsale.commons.securitylog.SecurityLog.Event;
import io.flashsale.commons.securitylog.SecurityLog.Refusal;
import io.flashsale.commons.testing.RecordedLog;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

class SecurityLogTests {

    @RegisterExtension
    private final RecordedLog written = new RecordedLog(SecurityLog.NAME);

    @Test
    void namesWhatHappenedToWhomAndTheAddressOfTheRequest() {
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(from("192.0.2.1")));
        try {
            SecurityLog.write(Event.LOGGED_IN, 7, "alice");
        } finally {
            RequestContextHolder.resetRequestAttributes();
        }
        assertThat(written.events()).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage()).isEqualTo("LOGGED_IN account=7 name=alice address=192.0.2.1");
            assertThat(keyValues(event))
                    .contains("event.action=LOGGED_IN", "user.id=7", "user.name=alice", "source.ip=192.0.2.1");
        });
    }

    @Test
    void saysWhatAnAdministratorHasChangedAndHowThatWasAnswered() {
        SecurityLog.changed(1, from("192.0.2.2"), 201);
        assertThat(written.events()).singleElement().satisfies(event -> {
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
        assertThat(written.lines())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("RATE_LIMITED account=7 address=192.0.2.3 POST /api/admin/sales leftOut="),
                        second -> assertThat(second)
                                .isEqualTo("ACCESS_REFUSED account=7 address=192.0.2.3 POST /api/admin/sales"
                                        + " leftOut=999"));
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
        assertThat(written.lines()).containsOnly("LOG_IN_REFUSED account=0 name=(no name)");
    }
}
