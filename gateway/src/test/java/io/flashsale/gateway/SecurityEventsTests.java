package io.flashsale.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.gateway.support.LimitedGatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The lines of the security log. Each address has its own line, so each test uses another address. */
class SecurityEventsTests extends LimitedGatewayTest {

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

    private static final int MALFORMED = 5;

    private List<String> lines() {
        return written.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .map(line -> line.replaceAll(" leftOut=\\d+$", ""))
                .toList();
    }

    @Test
    void nameEachChangeOfAnAdministratorWithItsAnswer() {
        client.send(
                "DELETE",
                "/api/lab/crowds/7",
                SignedTokens.admin(),
                java.net.http.HttpRequest.BodyPublishers.noBody(),
                "X-Forwarded-For",
                "192.0.2.11",
                "X-Correlation-Id",
                "the-request-1");
        client.get("/api/admin/products", SignedTokens.admin(), "X-Forwarded-For", "192.0.2.11");
        assertThat(lines())
                .containsExactly(
                        "ADMINISTRATOR_CHANGE account=1 address=192.0.2.11 DELETE /api/lab/crowds/7 status=200");
        assertThat(written.list.getFirst().getMDCPropertyMap()).containsEntry("correlationId", "the-request-1");
    }

    @Test
    void nameACallThatTheRoleDoesNotAllow() {
        client.get("/api/admin/refunds", SignedTokens.shopper(5), "X-Forwarded-For", "192.0.2.12");
        assertThat(lines()).containsExactly("ACCESS_REFUSED account=5 address=192.0.2.12 GET /api/admin/refunds");
    }

    @Test
    void nameATokenThatIsNoGoodWhereverItIsShown() {
        client.get("/api/orders", SignedTokens.signedByForeignKey(), "X-Forwarded-For", "192.0.2.13");
        client.post("/api/sales/7/reservations", SignedTokens.expired(), "", "X-Forwarded-For", "192.0.2.14");
        assertThat(lines())
                .containsExactly(
                        "TOKEN_REFUSED account=0 address=192.0.2.13 GET /api/orders",
                        "TOKEN_REFUSED account=0 address=192.0.2.14 POST /api/sales/7/reservations");
    }

    @Test
    void nameAForeignPageThatUsesTheSession() {
        client.post(
                "/api/logout/everywhere",
                null,
                "",
                "X-Forwarded-For",
                "192.0.2.15",
                "Cookie",
                "__Host-session=" + SignedTokens.shopper(5),
                "Sec-Fetch-Site",
                "cross-site");
        assertThat(lines()).singleElement().asString().startsWith("CROSS_SITE_REFUSED account=0 address=192.0.2.15");
    }

    @Test
    void nameWhoComesTooOften() {
        int[] host = {100};
        await().until(
                        () -> { // a few lines a second describe all clients above their limit
                            client.get(
                                    "/api/orders", SignedTokens.shopper(77), "X-Forwarded-For", "192.0.2." + host[0]++);
                            return !lines().isEmpty();
                        });
        assertThat(lines()).singleElement().asString().startsWith("RATE_LIMITED account=77 address=192.0.2.");
    }

    @Test
    void nameOnceWhoSendsWhatNobodyCanRead() {
        for (int i = 0; i < MALFORMED; i++) {
            client.raw(
                    "GET /api//sales HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.18\r\nConnection: close\r\n\r\n");
            client.post("/api/login", null, "{}", "Content-Type", "*/*", "X-Forwarded-For", "192.0.2.18");
        }
        assertThat(lines()).first().isEqualTo("MALFORMED account=0 address=192.0.2.18 GET /api//sales");
        assertThat(lines()).hasSizeLessThan(2 * MALFORMED);
    }

    @Test
    void sayNothingOfStrangersWhoLookAround() {
        client.get("/api/orders", null, "X-Forwarded-For", "192.0.2.17");
        client.get("/api/sales", null, "X-Forwarded-For", "192.0.2.17");
        assertThat(lines()).isEmpty();
    }
}
