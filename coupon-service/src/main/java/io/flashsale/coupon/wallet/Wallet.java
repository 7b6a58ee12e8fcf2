package io.flashsale.coupon.wallet;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.coupon.discount.Conditions;
import io.flashsale.coupon.sale.SaleProducts;
import io.flashsale.coupon.template.CouponTemplate;
import io.flashsale.coupon.template.TemplateRepository;
import io.flashsale.coupon.wallet.WalletMapper.Row;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Lists a shopper's coupons. */
@Service
class Wallet {

    private static final int MAX_SHOWN = 500;

    private final WalletMapper coupons;
    private final TemplateRepository templates;
    private final SaleProducts products;
    private final Clock clock;

    Wallet(WalletMapper coupons, TemplateRepository templates, SaleProducts products, Clock clock) {
        this.coupons = coupons;
        this.templates = templates;
        this.products = products;
        this.clock = clock;
    }

    /** A purchase that a coupon might be used for. */
    record Purchase(long saleId, long priceCents) {}

    /** Lists usable coupons first, then the newest. */
    List<MyCoupon> of(long userId) {
        return all(userId, null);
    }

    /**
     * Lists them with what each takes off this purchase: the best first, then by expiry. This is an estimate; the
     * price at payment decides.
     */
    List<MyCoupon> quotedFor(long userId, Purchase purchase) {
        return all(userId, purchase).stream()
                .sorted(Comparator.comparingLong(MyCoupon::takesOff)
                        .reversed()
                        .thenComparing(coupon -> coupon.worth().validUntil()))
                .toList();
    }

    private List<MyCoupon> all(long userId, @Nullable Purchase purchase) {
        List<Row> rows = coupons.of(userId, MAX_SHOWN);
        Map<Long, CouponTemplate> byId = templates
                .findAll(rows.stream().map(Row::templateId).collect(toSet()))
                .stream()
                .collect(toMap(CouponTemplate::id, Function.identity()));
        Instant now = clock.instant();
        long product = purchase == null ? 0 : product(byId.values(), purchase);
        return rows.stream()
                .map(row -> {
                    CouponTemplate template = Objects.requireNonNull(byId.get(row.templateId()));
                    Conditions.Quote quote = purchase == null ? null : quote(template, purchase, product, now);
                    return MyCoupon.of(row, template, quote, now);
                })
                .toList();
    }

    private static Conditions.Quote quote(CouponTemplate template, Purchase purchase, long product, Instant now) {
        return template.conditions().quote(template.discount(), purchase.priceCents(), purchase.saleId(), product, now);
    }

    /**
     * Asks at most once, however many coupons depend on it. While the sale's product is unknown, coupons for products are
     * not offered.
     */
    private long product(Collection<CouponTemplate> wanted, Purchase purchase) {
        if (wanted.stream().noneMatch(each -> each.conditions().dependsOnProductOf(purchase.saleId()))) {
            return 0;
        }
        try {
            return products.productOf(purchase.saleId());
        } catch (ProblemException unknown) {
            return 0;
        }
    }
}
