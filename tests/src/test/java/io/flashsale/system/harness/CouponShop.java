package io.flashsale.system.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.client.Answer;
import io.flashsale.system.harness.Shop.User;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Coupons as tests use them: calls through the gateway, and checks in the database and by the auditor. */
public final class CouponShop {

    /** The discount of each coupon, in cents. */
    public static final int OFF = 500;

    private final Shop shop;
    private final SystemRecords records;

    public CouponShop(RunningSystem system) {
        this.shop = system.shop;
        this.records = system.records;
    }

    /**
     * Makes a template.
     *
     * @param more further fields of the JSON, beginning with a comma; may be empty
     */
    public long template(int quantity, String more) {
        return shop.make("/api/admin/coupons", """
            {"title": "A coupon", "amountCents": %d, "quantity": %d%s}\
            """.formatted(OFF, quantity, more));
    }

    /** Claims until accepted or refused. If a claim got no answer but was stored, the next claim returns its coupon. */
    public Answer claim(long template, User user) {
        return Shop.withRetries(() -> claimOnce(template, user));
    }

    public Answer claimOnce(long template, User user) {
        return shop.callOnce("POST", "/api/coupons/" + template + "/claims", user, "");
    }

    /** The coupon in an answer to a claim; empty if the shopper was refused and has none. */
    public static String couponId(Answer claimed) {
        return claimed.body().path("couponId").asString("");
    }

    /** Pays until accepted or refused. */
    public Answer pay(String order, User user, String coupon) {
        return Shop.withRetries(() -> payOnce(order, user, coupon));
    }

    public Answer payOnce(String order, User user, String coupon) {
        return shop.callOnce("POST", "/api/orders/" + order + "/payment", user, "{\"couponId\": \"" + coupon + "\"}");
    }

    /** Pays while a test breaks something; empty if no answer arrived. */
    public Optional<Answer> tryToPay(String order, User user, String coupon) {
        return Shop.tryTo(() -> payOnce(order, user, coupon));
    }

    /** The state of a coupon; empty if the database has no such coupon. */
    public String stateOf(String coupon) {
        return records.sql()
                .sql("SELECT status FROM flashsale_coupon.coupon WHERE id = " + coupon)
                .query(String.class)
                .optional()
                .orElse("");
    }

    /** The number of coupons of a template in the database. */
    public long handedOut(long template) {
        return records.number("SELECT COUNT(*) FROM flashsale_coupon.coupon WHERE template_id = " + template);
    }

    /** The number of coupons of a template that have paid an order. */
    public long used(long template) {
        return records.number(
                "SELECT COUNT(*) FROM flashsale_coupon.coupon WHERE status = 'USED' AND template_id = " + template);
    }

    /** The coupon of each owner, for a template that allows one per user. */
    public Map<String, String> byOwner(long template) {
        return records.pairs("SELECT user_id, id FROM flashsale_coupon.coupon WHERE template_id = " + template);
    }

    /** Requires that the auditor finds I8 to I10 to hold, and that each accepted shopper has a coupon. */
    public JsonNode requireInvariants(long template, Collection<String> acceptedCoupons) {
        String seen = acceptedCoupons.stream()
                .map("{\"orderId\": \"%s\"}"::formatted)
                .collect(Collectors.joining(",", "{\"accepted\": [", "]}"));
        User admin = shop.admin();
        JsonNode verdict = await().until(
                        () -> shop.call("POST", "/api/lab/audit/coupons/" + template + "?waitSeconds=10", admin, seen)
                                .body(),
                        answer -> answer.path("drained").asBoolean());
        verdict.path("invariants").forEach(line -> {
            // Shoppers who were admitted but got no answer also have a coupon, which no answer explains.
            boolean explained = line.path("findings")
                    .valueStream()
                    .allMatch(finding -> finding.path("kind").asString().equals("unexplained-order"));
            assertThat(explained).as(verdict.toString()).isTrue();
        });
        assertThat(verdict.at("/clients/lost").asLong()).as(verdict.toString()).isZero();
        return verdict;
    }

    /** The coupons in the accepted answers. */
    public static List<String> accepted(List<Answer> answers) {
        return answers.stream()
                .filter(answer -> answer.status() == 202)
                .map(CouponShop::couponId)
                .toList();
    }
}
