package io.flashsale.coupon.template;

import io.flashsale.commons.adminchange.MadeOnce;
import io.flashsale.commons.openapi.ApiCall;
import io.flashsale.commons.problem.Problems;
import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.coupon.discount.Conditions;
import io.flashsale.coupon.discount.Discount;
import io.flashsale.coupon.template.TemplateAdministration.Outcome;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/coupons")
class TemplateAdminController {

    private static final Duration DEFAULT_LENGTH = Duration.ofDays(1);
    private static final Duration DEFAULT_VALIDITY = Duration.ofDays(30);

    private final TemplateAdministration administration;
    private final TemplateCatalogue catalogue;
    private final MadeOnce madeOnce;
    private final Clock clock;

    TemplateAdminController(
            TemplateAdministration administration, TemplateCatalogue catalogue, MadeOnce madeOnce, Clock clock) {
        this.administration = administration;
        this.catalogue = catalogue;
        this.madeOnce = madeOnce;
        this.clock = clock;
    }

    /**
     * A new template with either {@code amountCents}, or {@code percent} and optionally {@code capCents}. By
     * default it can be claimed for a day from now, and used from its opening until 30 days after claiming ends.
     */
    record NewTemplate(
            @NotNull String title,

            @Nullable @Min(1) @Max(Discount.MAX_PRICE_CENTS) Long amountCents,

            @Nullable @Min(1) @Max(100) Integer percent,

            @Nullable @Min(1) @Max(Discount.MAX_PRICE_CENTS) Long capCents,

            @Nullable Long thresholdCents,
            @NotNull Long quantity,
            @Nullable Integer perPerson,
            @Nullable Instant opensAt,
            @Nullable Instant closesAt,
            @Nullable Instant validFrom,
            @Nullable Instant validUntil,
            @Nullable Set<@NotNull @Min(1) Long> saleIds,
            @Nullable Set<@NotNull @Min(1) Long> productIds) {

        boolean hasOneDiscount() {
            return (amountCents == null) != (percent == null) && (capCents == null || percent != null);
        }

        TemplateDraft draft(Instant now) {
            Instant opening = opensAt == null ? now : opensAt;
            Instant closing = closesAt == null ? TemplateDraft.after(opening, DEFAULT_LENGTH) : closesAt;
            return new TemplateDraft(
                    title.strip(),
                    discount(),
                    new Conditions(
                            thresholdCents == null ? 0 : thresholdCents,
                            validFrom == null ? opening : validFrom,
                            validUntil == null ? TemplateDraft.after(closing, DEFAULT_VALIDITY) : validUntil,
                            saleIds == null ? Set.of() : saleIds,
                            productIds == null ? Set.of() : productIds),
                    quantity,
                    perPerson == null ? 1 : perPerson,
                    opening,
                    closing);
        }

        private Discount discount() {
            if (amountCents != null) {
                return new Discount.Amount(amountCents);
            }
            return new Discount.Percent(
                    percent == null ? 0 : percent, capCents == null ? Discount.Percent.UNCAPPED : capCents);
        }
    }

    record TemplateChange(
            @Nullable String title,
            @Nullable Instant opensAt,
            @Nullable Instant closesAt) {

        TemplateDraft applyTo(CouponTemplate old) {
            return new TemplateDraft(
                    title == null ? old.title() : title.strip(),
                    old.discount(),
                    old.conditions(),
                    old.quantity(),
                    old.perPerson(),
                    opensAt == null ? old.opensAt() : opensAt,
                    closesAt == null ? old.closesAt() : closesAt);
        }
    }

    @ApiCall(
            value = "Make a coupon template; one for all calls with the same Idempotency-Key",
            status = 201,
            refusals = ProblemType.INVALID_REQUEST)
    @PostMapping
    ResponseEntity<TemplateView> create(
            @RequestHeader(name = MadeOnce.HEADER, required = false) @Nullable String key,
            @Valid @RequestBody NewTemplate template) {
        MadeOnce.Request request = madeOnce.request("/api/admin/coupons", key, template);
        if (!template.hasOneDiscount()) {
            return answer(new Outcome.Invalid("Say either amountCents, or percent and perhaps capCents."));
        }
        Outcome outcome = administration.create(template.draft(clock.instant()), request);
        if (outcome instanceof Outcome.Done(CouponTemplate created)) {
            return ResponseEntity.created(URI.create("/api/admin/coupons/" + created.id()))
                    .body(view(created));
        }
        return answer(outcome);
    }

    @ApiCall(
            value = "Change when a template can be claimed, or what it is called; what its coupons promise stays",
            refusals = {ProblemType.COUPON_NOT_FOUND, ProblemType.COUPON_CONFLICT, ProblemType.INVALID_REQUEST})
    @PatchMapping("/{id}")
    ResponseEntity<TemplateView> change(@PathVariable long id, @RequestBody TemplateChange change) {
        return answer(administration.change(id, change::applyTo));
    }

    private ResponseEntity<TemplateView> answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done(CouponTemplate template) -> ResponseEntity.ok(view(template));
            case Outcome.NoSuchTemplate _ -> Problems.answer(Problems.of(ProblemType.COUPON_NOT_FOUND));
            case Outcome.Invalid(String why) -> Problems.answer(Problems.of(ProblemType.INVALID_REQUEST, why));
            case Outcome.Overtaken _ -> Problems.answer(Problems.of(ProblemType.COUPON_CONFLICT));
        };
    }

    private TemplateView view(CouponTemplate template) {
        return TemplateView.of(template, catalogue.remaining(template), clock.instant());
    }
}
