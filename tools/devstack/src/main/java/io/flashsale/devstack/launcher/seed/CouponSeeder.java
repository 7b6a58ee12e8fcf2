package io.flashsale.devstack.launcher.seed;

import io.flashsale.client.AdminClient;
import io.flashsale.client.ShopClient;
import io.flashsale.client.coupon.CouponTemplate;
import io.flashsale.client.coupon.Discount;
import io.flashsale.client.coupon.NewCouponTemplate;
import io.flashsale.client.sale.CampaignState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Adds missing coupon templates of each kind: some open now, and one that opens in a minute. */
record CouponSeeder(ShopClient shop, AdminClient admin) {

    /** @param opensIn time from the start of the demo */
    private record Coupon(String title, int quantity, int perPerson, Duration opensIn, Discount discount) {}

    private static final List<Coupon> COUPONS = List.of(
            new Coupon("5 off anything || 全场立减 5 元", 1_000, 1, Duration.ZERO, Discount.amount(500)),
            new Coupon(
                    "15 % off, up to 30 || 八五折券，最多减 30 元",
                    500, 2, Duration.ZERO, Discount.cappedPercent(15, 3_000, 5_000)),
            new Coupon("Half price, 20 pieces || 五折券，限量 20 张", 20, 1, Duration.ofMinutes(1), Discount.percent(50)));

    /** Returns how many it added. */
    int run() {
        List<CouponTemplate> present = shop.coupons().orThrow();
        int added = 0;
        for (Coupon coupon : COUPONS) {
            if (present.stream().noneMatch(template -> shows(template, coupon))) {
                create(coupon);
                added++;
            }
        }
        return added;
    }

    /** Whether a template still serves its purpose: one that has opened already cannot show how a coupon opens. */
    private static boolean shows(CouponTemplate template, Coupon coupon) {
        CampaignState wanted = coupon.opensIn().isZero() ? CampaignState.OPEN : CampaignState.UPCOMING;
        return template.title().equals(coupon.title()) && template.state() == wanted;
    }

    private void create(Coupon coupon) {
        Instant opens = Instant.now().plus(coupon.opensIn()).truncatedTo(ChronoUnit.MILLIS);
        // A short period, so that templates of earlier starts end soon.
        Instant closes =
                coupon.opensIn().isZero() ? opens.plus(7, ChronoUnit.DAYS) : opens.plus(30, ChronoUnit.MINUTES);
        admin.create(new NewCouponTemplate(
                        coupon.title(), coupon.discount(), coupon.quantity(), coupon.perPerson(), opens, closes))
                .orThrow();
    }
}
