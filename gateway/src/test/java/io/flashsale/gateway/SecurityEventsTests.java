package io.flashsale.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.testing.RecordedLog;
import io.flashsale.gateway.support.LimitedGatewayTest;
import io.flashsale.gateway.support.SignedTokens;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The lines of the security log. Each address has its own line, so each test uses another address. */
class SecurityEventsTests extends LimitedGatewayTest {

    @RegisterExtension
    private final RecordedLog written = new RecordedLog(SecurityLog.NAME);

    private static final int MALFORMED = 5;

    private List<String> lines() {
        return written.lines().stream()
                .map(line -> line.replaceAll(" leftOut=\\d+$", ""))
                .toList();
    }

    @Test
    void nameEachChangeOfAnAdministratorWithItsAnswer() {
        String[] headers = from("192.0.2.11", "X-Correlation-Id", "the-request-1");
        send("DELETE", "/api/lab/crowds/7", SignedTokens.admin(), headers);
        client.get("/api/admin/products", SignedTokens.admin(), from("192.0.2.11"));
        assertThat(lines())
                .containsExactly(
                        "ADMINISTRATOR_CHANGE account=1 address=192.0.2.11 DELETE /api/lab/crowds/7 status=200");
        assertThat(written.events().getFirst().getMDCPropertyMap()).containsEntry("correlationId", "the-request-1");
    }

    @Test
    void nameRefusedCallsAndTokensButNotStrangersWhoLookAround() {
        client.get("/api/orders", null, from("192.0.2.17"));
        client.get("/api/sales", null, from("192.0.2.17"));
        assertThat(lines()).isEmpty();
        client.get("/api/admin/refunds", SignedTokens.shopper(5), from("192.0.2.12"));
        client.get("/api/orders", SignedTokens.signedByForeignKey(), from("192.0.2.13"));
        client.post("/api/sales/7/reservations", SignedTokens.expired(), "", from("192.0.2.14"));
        assertThat(lines())
                .containsExactly(
                        "ACCESS_REFUSED account=5 address=192.0.2.12 GET /api/admin/refunds",
                        "TOKEN_REFUSED account=0 address=192.0.2.13 GET /api/orders",
                        "TOKEN_REFUSED account=0 address=192.0.2.14 POST /api/sales/7/reservations");
    }

    @Test
    void nameAForeignPageThatUsesTheSession() {
        String cookie = "__Host-session=" + SignedTokens.shopper(5);
        String[] foreign = from("192.0.2.15", "Cookie", cookie, "Sec-Fetch-Site", "cross-site");
        client.post("/api/logout/everywhere", null, "", foreign);
        assertThat(lines()).singleElement().asString().startsWith("CROSS_SITE_REFUSED account=0 address=192.0.2.15");
    }

    @Test
    void nameWhoComesTooOften() {
        int[] host = {100};
        // A few lines a second describe all clients above their limit.
        await().until(() -> {
            client.get("/api/orders", SignedTokens.shopper(77), from("192.0.2." + host[0]++));
            return !lines().isEmpty();
        });
        assertThat(lines()).singleElement().asString().startsWith("RATE_LIMITED account=77 address=192.0.2.");
    }

    @Test
    void nameOnceWhoSendsWhatNobodyCanRead() {
        for (int i = 0; i < MALFORMED; i++) {
            rawGet("/api//sales", "X-Forwarded-For: 192.0.2.18");
            client.post("/api/login", null, "{}", from("192.0.2.18", "Content-Type", "*/*"));
        }
        assertThat(lines()).first().isEqualTo("MALFORMED account=0 address=192.0.2.18 GET /api//sales");
        assertThat(lines()).hasSizeLessThan(2 * MALFORMED);
    }
}
