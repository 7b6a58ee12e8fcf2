package io.flashsale.order.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.order.provider.NotificationSignature;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.mock.web.MockHttpServletRequest;
import tools.jackson.databind.json.JsonMapper;

class PaymentControllerTests {

    private final PaymentController controller = new PaymentController(
            mock(Payments.class),
            new SignedNotifications(
                    new NotificationSignature("the-secret-of-the-provider", Clock.systemUTC()),
                    JsonMapper.builder().build(),
                    mock(PaymentNotifications.class)),
            new SimpleMeterRegistry());

    @Test
    void shouldLeaveATraceOfANotificationThatTheProviderHasNotSigned() {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/api/payments/notifications");
        request.setRemoteAddr("192.0.2.82");
        Logger logger = (Logger) LoggerFactory.getLogger(SecurityLog.NAME);
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        logger.addAppender(written);
        try {
            byte[] forged = "{\"orderId\":\"7\"}".getBytes(StandardCharsets.UTF_8);
            assertThat(controller
                            .notified(forged, "v1=00", request)
                            .getStatusCode()
                            .value())
                    .isEqualTo(401);
        } finally {
            logger.detachAppender(written);
        }
        assertThat(written.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .startsWith("TOKEN_REFUSED account=0 address=192.0.2.82 POST /api/payments/notifications");
    }
}
