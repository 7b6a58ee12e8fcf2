package io.flashsale.coupon.template;

import io.flashsale.admission.Campaign;
import io.flashsale.commons.sql.MapperBatch;
import io.flashsale.coupon.template.TemplateMapper.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Reads and writes templates in MySQL, with the sales and products that each is limited to. */
@Repository
public class TemplateRepository {

    /** How long a template stays listed and warm after claiming has ended. */
    private static final Duration LISTING_TTL = Duration.ofDays(7);

    private static final int MAX_LISTED = 1_000;
    private static final int PAGE = 500;

    private final TemplateMapper templates;

    TemplateRepository(TemplateMapper templates) {
        this.templates = templates;
    }

    public Optional<CouponTemplate> find(long id) {
        return templates.find(id).map(TemplateRow::template);
    }

    /** Reads a template and prevents claims and changes until the transaction ends. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Optional<CouponTemplate> lock(long id) {
        return templates.lock(id).map(TemplateRow::template);
    }

    /** Returns those templates that exist. */
    public List<CouponTemplate> findAll(Set<? extends Long> ids) {
        return ids.isEmpty() ? List.of() : of(templates.findAll(ids));
    }

    /**
     * Returns templates that can be claimed, will be, or could be lately, in no order. If there are too many, those that
     * close last.
     */
    List<CouponTemplate> recent(Instant now) {
        return of(templates.closingLast(now.minus(LISTING_TTL), MAX_LISTED));
    }

    /**
     * Returns all of them page by page, in the order in which they close.
     *
     * @param last of the page before; null for the first page
     */
    public List<CouponTemplate> recentAfter(@Nullable Campaign last, Instant now) {
        return of(
                last == null
                        ? templates.closingAfter(now.minus(LISTING_TTL), Long.MAX_VALUE, PAGE)
                        : templates.closingAfter(last.closesAt(), last.id(), PAGE));
    }

    private static List<CouponTemplate> of(List<TemplateRow> rows) {
        return rows.stream().map(TemplateRow::template).toList();
    }

    /** Records claims. Returns 0 if the row has changed since it was read, or too few coupons are left. */
    @Transactional(propagation = Propagation.MANDATORY)
    public int claim(CouponTemplate seen, int coupons) {
        return templates.claim(seen.id(), seen.version(), coupons);
    }

    /** Returns the id of the new template. */
    @Transactional(propagation = Propagation.MANDATORY)
    long insert(TemplateDraft draft) {
        Template template = new Template(draft);
        templates.insert(template);
        Stream<Scope> scope = Stream.concat(
                draft.conditions().saleIds().stream().map(sale -> new Scope(template.id(), "SALE", sale)),
                draft.conditions().productIds().stream().map(product -> new Scope(template.id(), "PRODUCT", product)));
        MapperBatch.execute(templates, scope.toList(), TemplateMapper::insertScope);
        return template.id();
    }

    /** Changes the template. Returns 0 if it has changed since it was read. */
    @Transactional
    int change(CouponTemplate seen, String title, Instant opensAt, Instant closesAt) {
        int changed = templates.updateById(new Template(seen, title, opensAt, closesAt));
        if (changed == 1) {
            templates.raiseRevision(seen.id());
        }
        return changed;
    }
}
