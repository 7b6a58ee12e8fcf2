package io.flashsale.devstack.launcher;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Adds coupons of each kind, those that are missing: some that can be claimed now, and one that opens in a minute. */
final class CouponSeeder {

    private final Api api;

    CouponSeeder(Api api) {
        this.api = api;
    }

    /**
     * @param opensIn from the start of the demo
     * @param worth the fields that say what it takes off, and of what
     */
    private record Coupon(String title, int quantity, int perPerson, Duration opensIn, Map<String, Object> worth) {}

    private static final List<Coupon> COUPONS = List.of(
            new Coupon("5 off anything", 1_000, 1, Duration.ZERO, Map.of("amountCents", 500)),
            new Coupon(
                    "15 % off, up to 30",
                    500, 2, Duration.ZERO, Map.of("percent", 15, "capCents", 3_000, "thresholdCents", 5_000)),
            new Coupon("Half price, 20 pieces", 20, 1, Duration.ofMinutes(1), Map.of("percent", 50)));

    /** How many were added. */
    int run(String admin) {
        List<JsonNode> present =
                Seeder.elements(api.get("/api/coupons", null).require(200).body());
        int added = 0;
        for (Coupon coupon : COUPONS) {
            if (present.stream().noneMatch(template -> shows(template, coupon))) {
                create(coupon, admin);
                added++;
            }
        }
        return added;
    }

    /** One that has opened already does not show how a coupon opens. */
    private static boolean shows(JsonNode template, Coupon coupon) {
        String wanted = coupon.opensIn().isZero() ? "OPEN" : "UPCOMING";
        return template.path("title").asString().equals(coupon.title())
                && template.path("state").asString().equals(wanted);
    }

    private void create(Coupon coupon, String admin) {
        Instant opens = Instant.now().plus(coupon.opensIn()).truncatedTo(ChronoUnit.MILLIS);
        // Short, so that the ones of earlier starts have ended soon.
        Instant closes =
                coupon.opensIn().isZero() ? opens.plus(7, ChronoUnit.DAYS) : opens.plus(30, ChronoUnit.MINUTES);
        Map<String, Object> template = new HashMap<>(coupon.worth());
        template.put("title", coupon.title());
        template.put("quantity", coupon.quantity());
        template.put("perPerson", coupon.perPerson());
        template.put("opensAt", opens.toString());
        template.put("closesAt", closes.toString());
        api.post("/api/admin/coupons", template, admin).require(201);
    }
}
