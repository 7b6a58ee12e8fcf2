package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.stock.PlacementDouble;
import io.flashsale.stock.StockTables;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Covers the figures about shoppers who entered that administrators see. */
@Tag("long")
class EntryFiguresIT extends EntryFixture {

    @Autowired
    private PlacementDouble placement;

    @Autowired
    private StockTables database;

    private Answer figures(long sale) {
        return call("GET", "/api/admin/sales/" + sale + "/entry", admin(), "");
    }

    @Test
    void shouldCountWhoGotATicketWhoBoughtAndWhoLetItLapse() {
        long sale = sale("{\"mode\": \"TICKET\"}", 5, open());
        assertThat(figures(sale).body().path("entered").asLong()).isZero();
        String used = ticketOf(ticket(sale, 7));
        ticketOf(ticket(sale, 8));
        ticketOf(ticket(sale, 9));
        assertThat(reserve(sale, 7, used).status()).isEqualTo(202);
        placement.placeEverything();
        // The tickets of 7, who has bought, and of 8, who has not, expire; 9 may still buy.
        database.execute(
                "UPDATE entry SET ticket_expires_at = ticket_issued_at WHERE user_id < 9 AND sale_id = " + sale);

        await().untilAsserted(() -> {
            var body = figures(sale).body();
            assertThat(body.path("entered").asLong()).isEqualTo(3);
            assertThat(body.path("tickets").asLong()).isEqualTo(3);
            assertThat(body.path("bought").asLong()).isEqualTo(1);
            assertThat(body.path("givenBack").asLong()).isZero();
            assertThat(body.path("lapsed").asLong()).isEqualTo(1);
        });
    }

    @Test
    void shouldTellAdministratorsOnly() {
        long sale = sale("{\"mode\": \"QUEUE\"}", 5, open());
        assertThat(call("GET", "/api/admin/sales/" + sale + "/entry", shopper(7), "")
                        .status())
                .isEqualTo(403);
        assertThat(figures(999_999).problem()).isEqualTo("sale-not-found");
    }
}
