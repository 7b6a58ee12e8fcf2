package io.flashsale.coupon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.coupon.CouponClaimed;
import io.flashsale.contracts.coupon.CouponClaimedGroup;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Templates, and claims from the click to the row. */
class ClaimIT extends CouponServiceFixture {

    private void send(long template, String message) {
        send(CouponClaimed.TOPIC, template, message.getBytes(StandardCharsets.UTF_8));
    }

    private void sendClaim(long coupon, long template, long user, Instant time) {
        var claims = List.of(new CouponClaimedGroup.Line(coupon, user, null));
        send(CouponClaimed.TOPIC, template, json.writeValueAsBytes(new CouponClaimedGroup(template, time, claims)));
    }

    private void sendClaim(long coupon, long template, long user) {
        sendClaim(coupon, template, user, Instant.now());
    }

    /** MySQL lost the template: after a fail-over, or by the restore of a backup. Redis and Kafka still know it. */
    @Test
    void shouldNotGiveTheNumberOfALostTemplateToTheNextOne() {
        long lost = template(5, FIVE_OFF);
        jdbc.sql("DELETE FROM coupon_template WHERE id = " + lost).update();
        jdbc.sql("ALTER TABLE coupon_template AUTO_INCREMENT = " + lost).update(); // as a dump and a replica have it
        assertThat(template(5, FIVE_OFF)).isNotEqualTo(lost);
    }

    @Test
    void shouldNotIssueAClaimUnderTheIdOfAnotherClaimNorKeepItsUnit() {
        long id = template(5, FIVE_OFF);
        long coupon = Long.parseLong(claim(id, 7).body().path("couponId").asString());
        await().atMost(SOON).until(() -> issued(id) == 1);
        // As if another process had admitted shopper 8 under the same id.
        gate(id, ":holders").put("8", Long.toString(coupon));
        sendClaim(coupon, id, 8);
        await().atMost(SOON).until(() -> gates.state(id).orElseThrow().holders() == 1);
        assertThat(issued(id)).isEqualTo(1);
    }

    @Test
    void shouldKeepATitleOfAnyLanguageInAnyDatabase() {
        Answer created = call("POST", "/api/admin/coupons", admin(), """
                {"title": "优惠券 🎉", "quantity": 5, "amountCents": 5}""");
        assertThat(created.status()).as(created.raw().body()).isEqualTo(201);
        assertThat(get("/api/coupons").body().findValuesAsString("title")).contains("优惠券 🎉");
    }

    @Test
    void shouldMakeOneTemplateForAllCallsWithTheSameKey() {
        Callable<Answer> create = () -> call("POST", "/api/admin/coupons", admin(), """
                {"title": "Once", "quantity": 5, "amountCents": 5, "saleIds": ["3", "4"]}""", "Idempotency-Key", "made-1");
        List<Answer> answers = Together.run(Collections.nCopies(8, create));
        assertThat(answers).extracting(Answer::status).containsOnly(201);
        assertThat(answers.stream()
                        .map(answer -> answer.body().path("id").asString())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void shouldListTemplatesInPagesThatAreConfirmedWhileNothingChanges() {
        long before = template(5, FIVE_OFF);
        long after = template(5, FIVE_OFF);
        List<String> ids = new ArrayList<>();
        for (String page = "/api/coupons?size=10"; page != null; ) {
            Answer answer = get(page);
            assertThat(answer.body()).as(page).hasSizeBetween(1, 10);
            for (JsonNode template : answer.body()) {
                assertThat(template.has("serverTime")).isFalse();
                ids.add(template.path("id").asString());
            }
            page = answer.raw()
                    .headers()
                    .firstValue("Link")
                    .map(link -> link.replaceFirst("<(.*)>; rel=\"next\"", "$1"))
                    .orElse(null);
        }
        assertThat(ids).doesNotHaveDuplicates().containsSubsequence(Long.toString(before), Long.toString(after));
        // A claim of another test may still be on its way.
        await().atMost(SOON).until(() -> {
            String tag = get("/api/coupons?size=1")
                    .raw()
                    .headers()
                    .firstValue("ETag")
                    .orElseThrow();
            return call("GET", "/api/coupons?size=1", "", null, "If-None-Match", tag)
                            .status()
                    == 304;
        });
        assertThat(get("/api/coupons?size=0").problem()).isEqualTo("invalid-request");
    }

    @Test
    void shouldShowTemplatesToEverybody() {
        long id = template(7, "\"percent\": 15, \"capCents\": 2000, \"thresholdCents\": 1000, \"saleIds\": [\"3\"]");
        JsonNode template = get("/api/coupons")
                .body()
                .valueStream()
                .filter(one -> one.path("id").asString().equals(Long.toString(id)))
                .findFirst()
                .orElseThrow();
        assertThat(template.path("worth").path("percent").asInt()).isEqualTo(15);
        assertThat(template.path("worth").path("capCents").asLong()).isEqualTo(2_000);
        assertThat(template.path("worth").has("amountCents")).isFalse();
        assertThat(template.path("worth").path("saleIds").get(0).asString()).isEqualTo("3");
        assertThat(template.path("remaining").asLong()).isEqualTo(7);
        assertThat(template.path("state").asString()).isEqualTo("OPEN");
        assertThat(Instant.parse(template.path("serverTime").asString())).isBefore(Instant.now());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"title": "x", "quantity": 5}
                    {"title": "x", "quantity": 5, "amountCents": 5, "percent": 5}
                    {"title": "x", "quantity": 5, "amountCents": 5, "capCents": 5}
                    {"title": "x", "quantity": 5, "amountCents": 0}
                    {"title": "x", "quantity": 5, "amountCents": 1.5}
                    {"title": "x", "quantity": 5, "percent": 101}
                    {"title": "x", "quantity": 0, "amountCents": 5}
                    {"title": "x", "quantity": 5, "amountCents": 5, "perPerson": 101}
                    {"title": "x", "quantity": 5, "amountCents": 5, "thresholdCents": -1}
                    {"title": " ", "quantity": 5, "amountCents": 5}
                    {"title": "x", "quantity": 5, "amountCents": 5, "saleIds": [0]}
                    {"title": "x", "quantity": 5, "amountCents": 5, "saleIds": [null]}
                    {"title": "x", "quantity": 5, "amountCents": 5, "opensAt": "2030-01-02T00:00:00Z", "closesAt": "2030-01-01T00:00:00Z"}
                    {"title": "x", "quantity": 5, "amountCents": 5, "validFrom": "2030-01-02T00:00:00Z", "validUntil": "2030-01-01T00:00:00Z"}
                    {"title": "x", "quantity": 5, "amountCents": 5, "closesAt": "2030-01-02T00:00:00Z", "validUntil": "2030-01-01T00:00:00Z"}
                    not json
                    """)
    void shouldRefuseATemplateThatMakesNoSense(String body) {
        Answer answer = call("POST", "/api/admin/coupons", admin(), body);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
    }

    @Test
    void shouldKeepShoppersOutOfAdministrationAndStrangersOutOfClaiming() {
        long id = template(1, FIVE_OFF);
        assertThat(call("POST", "/api/admin/coupons", shopper(7), "{}").problem())
                .isEqualTo("forbidden");
        assertThat(call("POST", "/api/coupons/" + id + "/claims", "", "").problem())
                .isEqualTo("unauthenticated");
        assertThat(get("/api/coupons/mine").problem()).isEqualTo("unauthenticated");
    }

    @Test
    void shouldRefuseEveryClaimByName() {
        long only = template(1, FIVE_OFF);
        Answer won = claim(only, 7);
        assertThat(won.status()).isEqualTo(202);
        assertThat(won.body().path("status").asString()).isEqualTo("QUEUED");
        String coupon = won.body().path("couponId").asString();

        Answer again = claim(only, 7);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.problem()).isEqualTo("already-claimed");
        assertThat(again.body().path("couponId").asString()).isEqualTo(coupon);
        assertThat(claim(only, 8).problem()).isEqualTo("sold-out");

        long upcoming = template(1, ENDED.replace("2020", "2099"));
        Answer early = claim(upcoming, 7);
        assertThat(early.problem()).isEqualTo("coupon-not-open");
        assertThat(early.body().path("opensAt").asString()).isEqualTo("2099-01-01T00:00:00Z");
        assertThat(claim(template(1, ENDED), 7).problem()).isEqualTo("coupon-ended");
        assertThat(claim(999_999, 7).problem()).isEqualTo("coupon-not-found");
        assertThat(call("POST", "/api/coupons/abc/claims", shopper(7), "").problem())
                .isEqualTo("invalid-request");
    }

    @Test
    void shouldEndClaimingWhenAnAdminSaysSo() {
        long id = template(5, FIVE_OFF);
        claimed(id, 7);
        String now = Instant.now().minusSeconds(1).toString();
        Answer changed = call("PATCH", "/api/admin/coupons/" + id, admin(), """
                {"title": "The last", "opensAt": "2020-01-01T00:00:00Z", "closesAt": "%s"}""".formatted(now));
        assertThat(changed.status()).as(changed.raw().body()).isEqualTo(200);
        assertThat(changed.body().path("state").asString()).isEqualTo("ENDED");
        assertThat(claim(id, 8).problem()).isEqualTo("coupon-ended");
        assertThat(call("PATCH", "/api/admin/coupons/999999", admin(), "{}").problem())
                .isEqualTo("coupon-not-found");
    }

    @Test
    void shouldLetACrowdHaveExactlyTheQuantityEachAtMostAsManyAsAllowed() {
        int quantity = 100;
        long id = template(quantity, FIVE_OFF + ", \"perPerson\": 2");
        List<Callable<Answer>> clicks = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long user = 1_000 + i % 100; // four clicks each
            clicks.add(() -> claim(id, user));
        }
        int accepted = 0;
        int undecided = 0; // if neither Kafka nor MySQL was quick enough; such a claim has a coupon all the same
        for (Answer answer : Together.run(clicks)) {
            if (answer.status() == 202) {
                accepted++;
            } else if (answer.problem().equals("queue-unavailable")) {
                undecided++;
            } else {
                assertThat(answer.problem()).isIn("already-claimed", "sold-out");
            }
        }
        assertThat(accepted).isBetween(quantity - undecided, quantity);
        await().atMost(SOON).until(() -> claimedOf(id) == quantity);
        assertThat(issued(id)).isEqualTo(quantity);
        assertThat(number("SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM coupon WHERE template_id = " + id
                        + " GROUP BY user_id) AS x"))
                .isLessThanOrEqualTo(2);
    }

    @Test
    void shouldIssueOnceHoweverOftenItIsTold() {
        long id = template(5, FIVE_OFF);
        long coupon = newId();
        for (int i = 0; i < 3; i++) {
            sendClaim(coupon, id, 7);
        }
        sendClaim(newId(), id, 8);
        await().atMost(SOON).until(() -> issued(id) == 2);
        assertThat(claimedOf(id)).isEqualTo(2);
        assertThat(number("SELECT COUNT(*) FROM coupon_flow WHERE coupon_id = " + coupon))
                .isEqualTo(1);
    }

    @Test
    void shouldRejectWhatRedisPromisedTooMuchAndTakeItAwayThere() {
        long id = template(1, FIVE_OFF);
        // Redis has lost its state: it offers nine, and knows no limit.
        gate(id, "").put("remaining", "9");
        for (long user = 1; user <= 3; user++) {
            assertThat(claim(id, user).status()).isEqualTo(202);
        }
        sendClaim(newId(), id, 1);

        await().atMost(SOON)
                .until(() ->
                        number("SELECT COUNT(*) FROM coupon_flow WHERE type = 'REJECT' AND template_id = " + id) == 3);
        assertThat(claimedOf(id)).isEqualTo(1);
        assertThat(issued(id)).isEqualTo(1);
        await().atMost(SOON).until(() -> gates.state(id).orElseThrow().holders() == 1);
        assertThat(gates.state(id).orElseThrow().remaining())
                .as("the surplus that is left")
                .isEqualTo(6);
    }

    @Test
    void shouldKnowEverybodyAgainAfterRedisLostItsMemory() {
        long id = template(5, FIVE_OFF + ", \"perPerson\": 2");
        claimed(id, 7);
        claimed(id, 8);
        redis.getKeys().flushdb();

        await().atMost(SOON).until(() -> {
            Answer third = claim(id, 9);
            assertThat(third.status() == 202 || third.problem().equals("coupon-warming-up"))
                    .as(third.raw().body())
                    .isTrue();
            return third.status() == 202;
        });
        long second = claimed(id, 7);
        assertThat(claim(id, 7).body().path("couponId").asString()).isEqualTo(Long.toString(second));
        assertThat(claim(id, 10).status()).isEqualTo(202);
        assertThat(claim(id, 11).problem()).isEqualTo("sold-out");
        await().atMost(SOON).until(() -> claimedOf(id) == 5);
        assertThat(gates.state(id).orElseThrow().drift()).isZero();
    }

    @Test
    void shouldPutPoisonAsideAndGoOn() {
        long id = template(5, FIVE_OFF);
        sendClaim(newId(), id, 7);
        send(id, "no claim");
        send(id, "{\"couponId\": \"5\"}");
        sendClaim(newId(), id, 9, Instant.parse("+10000-01-01T00:00:00Z"));
        sendClaim(newId(), id, 9, Instant.parse("-0001-01-01T00:00:00Z"));
        long unknown = newId();
        var ofNoTemplate = List.of(new CouponClaimedGroup.Line(unknown, 7, null)); // ahead of the last one in its queue
        send(id, json.writeValueAsString(new CouponClaimedGroup(999_999, Instant.now(), ofNoTemplate)));
        sendClaim(newId(), id, 8);
        await().atMost(SOON).until(() -> claimedOf(id) == 2);
        String rejected =
                "SELECT COUNT(*) FROM coupon_flow WHERE reason = 'UNKNOWN_TEMPLATE' AND coupon_id = " + unknown;
        await().atMost(SOON).until(() -> number(rejected) > 0); // a batch takes one template after the other
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(deadLetters(CouponClaimed.DEAD_LETTER_TOPIC))
                        .filteredOn(letter -> letter.reason().contains("time of the claim"))
                        .hasSize(2));
    }
}
