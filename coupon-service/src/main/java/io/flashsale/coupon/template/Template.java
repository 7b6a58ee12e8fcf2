package io.flashsale.coupon.template;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.annotation.Version;
import io.flashsale.coupon.discount.DiscountView;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code coupon_template} for writing; {@link TemplateRow} is for reading. An absent value leaves the
 * column at its default or unchanged.
 */
@TableName("coupon_template")
@SuppressWarnings("UnusedVariable") // MyBatis-Plus reads the fields
class Template {

    @TableId(type = IdType.ASSIGN_ID)
    private @Nullable Long id;

    private final String title;
    private @Nullable String kind;
    private @Nullable Long amountCents;
    private @Nullable Integer percent;
    private @Nullable Long capCents;
    private @Nullable Long thresholdCents;
    private @Nullable Long quantity;
    private @Nullable Integer perPerson;
    private final Instant opensAt;
    private final Instant closesAt;
    private @Nullable Instant validFrom;
    private @Nullable Instant validUntil;

    /**
     * MyBatis-Plus compares and raises it with every update; {@link TemplateMapper#raiseRevision} then makes it unique.
     */
    @Version
    private @Nullable Long revision;

    Template(TemplateDraft draft) {
        DiscountView discount = DiscountView.of(draft.discount(), draft.conditions());
        title = draft.title();
        kind = discount.percent() == null ? "AMOUNT" : "PERCENT";
        amountCents = discount.amountCents();
        percent = discount.percent();
        capCents = discount.capCents();
        thresholdCents = discount.thresholdCents();
        quantity = draft.quantity();
        perPerson = draft.perPerson();
        opensAt = draft.opensAt();
        closesAt = draft.closesAt();
        validFrom = discount.validFrom();
        validUntil = discount.validUntil();
    }

    /** Changes a template that was read. */
    Template(CouponTemplate seen, String title, Instant opensAt, Instant closesAt) {
        this.id = seen.id();
        this.title = title;
        this.opensAt = opensAt;
        this.closesAt = closesAt;
        this.revision = seen.revision();
    }

    long id() {
        return Objects.requireNonNull(id, "not stored yet");
    }
}
