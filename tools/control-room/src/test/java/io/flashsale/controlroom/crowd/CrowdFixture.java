package io.flashsale.controlroom.crowd;

import static io.flashsale.commons.testing.LocalHttpServer.answer;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.flashsale.client.entry.EntryMode;
import io.flashsale.client.order.QueuedOrder;
import io.flashsale.client.sale.CampaignState;
import io.flashsale.client.sale.Product;
import io.flashsale.client.sale.Sale;
import io.flashsale.controlroom.ControlRoomFixture;
import io.flashsale.controlroom.FakeServices;
import io.flashsale.controlroom.ShopAddresses;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Crowds at a shop whose answers each test sets, and which may take as long for them as a slow machine needs. */
@Import(CrowdFixture.PatientCrowds.class)
abstract class CrowdFixture extends ControlRoomFixture {

    static final FakeServices SHOP = FakeServices.start();
    static final String CROWDS = "/api/lab/crowds";
    static final String SALE = "/api/sales/7";
    static final Duration LONG = Duration.ofMinutes(30);
    private static final Instant CLOSES_AT = Instant.parse("2099-02-01T00:00:00Z");

    @TestConfiguration
    static class PatientCrowds {

        @Bean
        @Primary
        Crowds patientCrowds(ShopAddresses services) {
            return new Crowds(new CrowdShop(services.gatewayUrl(), LONG, LONG), LONG);
        }
    }

    @DynamicPropertySource
    static void services(DynamicPropertyRegistry properties) {
        SHOP.announce(properties);
    }

    @BeforeEach
    void closeTheShop() {
        SHOP.reset();
    }

    static void accept(HttpExchange exchange, long order) throws IOException {
        answer(exchange, 202, "application/json", JsonMapper.shared().writeValueAsBytes(new QueuedOrder(order)));
    }

    /** The shop has sale 7. */
    static void offer(Instant opensAt, Supplier<CampaignState> state, EntryMode mode, long difficulty) {
        Sale.Entry entry = new Sale.Entry(mode, difficulty);
        SHOP.on(SALE, exchange -> answer(exchange, sale(opensAt, state.get(), entry)));
    }

    private static Sale sale(Instant opensAt, CampaignState state, Sale.Entry entry) {
        Product product = new Product(1, "", "", "");
        return new Sale(7, product, 1, 1, opensAt, CLOSES_AT, state, entry, Instant.now());
    }

    JsonNode view(String id) {
        return call("GET", CROWDS + "/" + id, admin(), "").body();
    }

    /** Waits for the end of the crowd. */
    JsonNode ended(String id) {
        return await().atMost(LONG)
                .until(() -> view(id), crowd -> !crowd.path("endedAt").isNull());
    }
}
