package io.flashsale.order.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.testing.RecordedLog;
import io.flashsale.order.provider.NotificationSignature;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.mock.web.MockHttpServletRequest;
import tools.jackson.databind.json.JsonMapper;

class PaymentControllerTests {

    @RegisterExtension
    private final RecordedLog security = new RecordedLog(SecurityLog.NAME);

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
        byte[] forged = "{\"orderId\":\"7\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(controller.notified(forged, "v1=00", request).getStatusCode().value())
                .isEqualTo(401);
        assertThat(security.lines())
                .singleElement()
                .asString()
                .startsWith("TOKEN_REFUSED account=0 address=192.0.2.82 POST /api/payments/notifications");
    }
}
