package io.flashsale.system.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.system.harness.Shop.Answer;
import io.flashsale.system.harness.Shop.User;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What tests do with coupons, by the gateway, and what the database and the auditor say of them. */
public final class CouponShop {

    /** What each coupon takes off, in cents. */
    public static final int OFF = 500;

    private final Shop shop;
    private final SystemRecords records;

    public CouponShop(RunningSystem system) {
        this.shop = system.shop;
        this.records = system.records;
    }

    /**
     * A new template.
     *
     * @param more fields of the JSON, beginning with a comma; may be empty
     */
    public long template(int quantity, String more) {
        Answer created = shop.call("POST", "/api/admin/coupons", shop.admin(), """
                {"title": "A coupon", "amountCents": %d, "quantity": %d%s}""".formatted(OFF, quantity, more));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return Long.parseLong(created.body().path("id").asString());
    }

    /** Claims until told yes or no; a claim that nobody answered in time may have been taken, and the next one names its coupon. */
    public Answer claim(long template, User user) {
        return Shop.withRetries(() -> claimOnce(template, user));
    }

    public Answer claimOnce(long template, User user) {
        return shop.callOnce("POST", "/api/coupons/" + template + "/claims", user, "");
    }

    /** Of an answer to a claim; empty if it was refused to somebody who has none. */
    public static String couponId(Answer claimed) {
        return claimed.body().path("couponId").asString("");
    }

    /** Pays until told yes or no. */
    public Answer pay(String order, User user, String coupon) {
        return Shop.withRetries(() -> payOnce(order, user, coupon));
    }

    public Answer payOnce(String order, User user, String coupon) {
        return shop.callOnce("POST", "/api/orders/" + order + "/payment", user, "{\"couponId\": \"" + coupon + "\"}");
    }

    /** Empty if the database has no such coupon. */
    public String stateOf(String coupon) {
        return String.join(
                "",
                records.sql()
                        .sql("SELECT status FROM flashsale_coupon.coupon WHERE id = " + coupon)
                        .query(String.class)
                        .list());
    }

    /** How many of a template the database has. */
    public long handedOut(long template) {
        return records.sql()
                .sql("SELECT COUNT(*) FROM flashsale_coupon.coupon WHERE template_id = " + template)
                .query(Long.class)
                .single();
    }

    /** How many of a template have paid an order. */
    public long used(long template) {
        return records.sql()
                .sql("SELECT COUNT(*) FROM flashsale_coupon.coupon WHERE status = 'USED' AND template_id = " + template)
                .query(Long.class)
                .single();
    }

    /** Who has which coupon of a template of which everybody may have one. */
    public Map<String, String> byOwner(long template) {
        return records
                .sql()
                .sql("SELECT user_id, id FROM flashsale_coupon.coupon WHERE template_id = " + template)
                .query((row, number) -> Map.entry(row.getString(1), row.getString(2)))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The auditor finds I8 to I10 to hold, and everybody who was accepted to have a coupon. */
    public JsonNode requireInvariants(long template, Collection<String> acceptedCoupons) {
        String seen = acceptedCoupons.stream()
                .map("{\"orderId\": \"%s\"}"::formatted)
                .collect(Collectors.joining(",", "{\"accepted\": [", "]}"));
        User admin = shop.admin();
        JsonNode verdict = await().atMost(Shop.SOON)
                .until(
                        () -> shop.call("POST", "/api/lab/audit/coupons/" + template + "?waitSeconds=10", admin, seen)
                                .body(),
                        answer -> answer.path("drained").asBoolean());
        verdict.path("invariants").forEach(line -> {
            // Those who were admitted and never answered have a coupon, too: no answer explains it.
            boolean explained = line.path("findings")
                    .valueStream()
                    .allMatch(finding -> finding.path("kind").asString().equals("unexplained-order"));
            assertThat(explained).as(verdict.toString()).isTrue();
        });
        assertThat(verdict.at("/clients/lost").asLong()).as(verdict.toString()).isZero();
        return verdict;
    }

    /** Of answers to claims of shoppers who claimed once each, until told yes or no. */
    public static List<String> coupons(List<Answer> answers) {
        return answers.stream()
                .map(CouponShop::couponId)
                .filter(coupon -> !coupon.isEmpty())
                .toList();
    }

    /** Of answers to claims, those that were accepted. */
    public static List<String> accepted(List<Answer> answers) {
        return answers.stream()
                .filter(answer -> answer.status() == 202)
                .map(CouponShop::couponId)
                .toList();
    }
}
