package io.flashsale.locklab.naive;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.testing.Together;
import io.flashsale.locklab.LockLabFixture;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The naive path oversells, and its audit says so. */
class NaiveIT extends LockLabFixture {

    /** A crowd oversells only if two of it meet, which on a slow machine may take several. */
    private static final int CROWDS = 20;

    private long sale(int units) {
        Answer created = call("POST", "/api/lab/naive/sales", admin(), """
                {"title": "秒杀", "priceCents": 100, "initialStock": %d}""".formatted(units));
        assertThat(created.status()).isEqualTo(201);
        return Long.parseLong(created.body().path("id").asString());
    }

    private Answer reserve(long sale, long user) {
        return call("POST", "/api/lab/naive/sales/" + sale + "/reservations", shopper(user), "");
    }

    @Test
    void isRightForOneShopperAtATime() {
        long sale = sale(1);
        Answer bought = reserve(sale, 1);
        assertThat(bought.status()).isEqualTo(202);
        assertThat(bought.body().path("status").asString()).isEqualTo("QUEUED");
        Answer again = reserve(sale, 1);
        assertThat(again.problem()).isEqualTo("already-purchased");
        assertThat(again.body().path("orderId").asString())
                .isEqualTo(bought.body().path("orderId").asString());
        assertThat(reserve(sale, 2).problem()).isEqualTo("sold-out");
        assertThat(reserve(987654, 2).problem()).isEqualTo("sale-not-found");

        JsonNode verdict = audit(sale, "");
        assertThat(verdict.path("holds").asBoolean()).as(verdict.toString()).isTrue();
    }

    private JsonNode audit(long sale, String query) {
        return call("GET", "/api/lab/naive/audit/" + sale + query, admin(), "").body();
    }

    @Test
    void oversellsToACrowd() {
        int units = 50;
        long sale = 0;
        List<Answer> accepted = List.of();
        for (int attempt = 0; attempt < CROWDS && accepted.size() <= units; attempt++) {
            sale = sale(units);
            accepted = crowd(sale, LongStream.rangeClosed(1, 200)).stream()
                    .filter(answer -> answer.status() == 202)
                    .toList();
        }
        assertThat(accepted).hasSizeGreaterThan(units);

        JsonNode verdict = audit(sale, "?waitSeconds=30");
        for (int again = 1; again < 20 && !verdict.path("drained").asBoolean(); again++) {
            verdict = audit(sale, "?waitSeconds=30");
        }
        assertThat(verdict.path("drained").asBoolean()).isTrue();

        assertThat(verdict.path("holds").asBoolean()).isFalse();
        assertThat(verdict.at("/sale/sold").asInt()).isEqualTo(accepted.size());
        assertThat(verdict.at("/sale/oversold").asInt()).isEqualTo(accepted.size() - units);
        assertThat(verdict.findValuesAsString("kind")).contains("oversold", "lost-update");
    }

    /** Two clicks must meet between check and write. On a very slow or idle machine that may take several tries. */
    @Test
    void sellsTwiceToWhoClicksOftenEnough() {
        assertThat(IntStream.range(0, 100).anyMatch(attempt -> {
                    long sale = sale(1_000);
                    crowd(sale, LongStream.generate(() -> 7).limit(20));
                    return audit(sale, "").findValuesAsString("kind").contains("duplicate-buyer");
                }))
                .isTrue();
    }

    /** Each of these users clicks once, all at the same time. */
    private List<Answer> crowd(long sale, LongStream users) {
        return Together.run(users.<Callable<Answer>>mapToObj(user -> () -> reserve(sale, user))
                .toList());
    }

    @Test
    void letsOnlyAnAdminMakeOrAuditASale() {
        for (String method : List.of("GET", "POST")) {
            assertThat(call(method, "/api/lab/naive/audit/1", "", "").problem()).isEqualTo("unauthenticated");
            assertThat(call(method, "/api/lab/naive/audit/1", shopper(1), "").problem())
                    .isEqualTo("forbidden");
        }
        String body = "{\"title\": \"x\", \"priceCents\": 1, \"initialStock\": 1}";
        assertThat(call("POST", "/api/lab/naive/sales", shopper(1), body).status())
                .isEqualTo(403);
        assertThat(call("POST", "/api/lab/naive/sales", admin(), "{\"title\": \"x\"}")
                        .problem())
                .isEqualTo("invalid-request");
        assertThat(call("POST", "/api/lab/naive/sales/1/reservations", "", "").status())
                .isEqualTo(401);
    }
}
