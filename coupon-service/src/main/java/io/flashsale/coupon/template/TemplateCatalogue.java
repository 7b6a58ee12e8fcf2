package io.flashsale.coupon.template;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.flashsale.admission.spring.RemainingUnits;
import io.flashsale.commons.listing.EncodedList;
import io.flashsale.commons.listing.ListPlace;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Caches the recent templates and their pages for one second, so that many readers cost little.
 * {@link #refresh} makes a change visible at once on this instance.
 */
@Component
public class TemplateCatalogue {

    private final LoadingCache<String, EncodedList<CouponTemplate>> listed;
    private final LoadingCache<Long, Optional<CouponTemplate>> byId;
    private final TemplateRepository templates;
    private final RemainingUnits remaining;

    @Autowired
    TemplateCatalogue(TemplateRepository templates, RemainingUnits remaining, Clock clock) {
        this(templates, remaining, clock, Ticker.systemTicker());
    }

    /** @param ticker by which answers get old */
    TemplateCatalogue(TemplateRepository templates, RemainingUnits remaining, Clock clock, Ticker ticker) {
        this.templates = templates;
        this.remaining = remaining;
        listed = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(Duration.ofSeconds(1))
                .build(key -> inOrder(templates.recent(clock.instant())));
        byId = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(Duration.ofSeconds(1))
                .maximumSize(10_000)
                .build(CacheLoader.<Long, Optional<CouponTemplate>>bulk(this::read));
    }

    private Map<Long, Optional<CouponTemplate>> read(Set<? extends Long> ids) {
        Map<Long, CouponTemplate> found =
                templates.findAll(ids).stream().collect(toMap(CouponTemplate::id, identity()));
        return ids.stream().collect(toMap(identity(), id -> Optional.ofNullable(found.get(id))));
    }

    /**
     * Templates that can be claimed, will be, or could be lately, in the order in which they open, as they were at most
     * a second ago.
     */
    EncodedList<CouponTemplate> listed() {
        return listed.get("listed");
    }

    private static EncodedList<CouponTemplate> inOrder(List<CouponTemplate> templates) {
        return new EncodedList<>(templates.stream()
                .collect(toMap(
                        template -> new ListPlace((byte) 0, template.opensAt().toEpochMilli(), template.id()),
                        identity())));
    }

    public Optional<CouponTemplate> find(long id) {
        return byId.get(id);
    }

    /** Returns those templates that exist; reads those missing from the cache with one query. */
    public List<CouponTemplate> findAll(Set<Long> ids) {
        return byId.getAll(ids).values().stream().flatMap(Optional::stream).toList();
    }

    /** Returns how many can still be claimed, by Redis, or by MySQL while Redis cannot tell. */
    long remaining(CouponTemplate template) {
        return remaining.of(template.id(), template.unclaimed());
    }

    void refresh(long id) {
        byId.invalidate(id);
        listed.invalidateAll();
    }
}
