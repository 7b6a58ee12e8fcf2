package io.flashsale.gateway.admission;

import static io.flashsale.gateway.support.OutsideClient.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.gateway.support.FakeService;
import io.flashsale.gateway.support.ManualClockTest;
import io.flashsale.gateway.support.SignedTokens;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TicketlessTests extends ManualClockTest {

    /** Otherwise scripts without tickets would queue ahead of shoppers with tickets. */
    @Test
    void answersForASecondWhoHasNoTicketWhereOneIsAskedFor() {
        String refused = "{\"type\":\"/problems/ticket-required\",\"status\":403}";
        STOCK.on("/api/sales/77/reservations", FakeService.json(403, refused, "X-Sale-State", "BY_TICKET"));
        for (int i = 0; i < 20; i++) {
            HttpResponse<String> answer = switch (i % 3) {
                case 0 -> client.post("/api/sales/77/reservations", SignedTokens.shopper(42), "");
                case 1 ->
                    client.post("/api/sales/77/reservations", SignedTokens.shopper(42), "", "Purchase-Ticket", "");
                default ->
                    client.post("/api/sales/77/reservations", SignedTokens.shopper(42), "", "Purchase-Ticket", "x");
            };
            assertProblem(answer, 403, "ticket-required");
            assertThat(answer.headers().firstValue("X-Sale-State")).isEmpty();
        }
        assertThat(STOCK.calls()).hasSize(1);
        client.post("/api/sales/77/reservations", SignedTokens.shopper(42), "", "Purchase-Ticket", "v1.a.b");
        client.post("/api/sales/78/reservations", SignedTokens.shopper(42), "");
        assertThat(STOCK.calls()).as("a ticket, and another sale").hasSize(3);
        time.pass(Duration.ofSeconds(1));
        client.post("/api/sales/77/reservations", SignedTokens.shopper(42), "");
        assertThat(STOCK.calls()).as("a second later").hasSize(4);
    }
}
