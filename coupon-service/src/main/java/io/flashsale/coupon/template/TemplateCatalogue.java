package io.flashsale.coupon.template;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.flashsale.admission.spring.RemainingUnits;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Caches the recent templates and what is left of each for one second, so that many readers cost little.
 * {@link #refresh} makes a change visible at once on this instance.
 */
@Component
public class TemplateCatalogue {

    private final LoadingCache<String, List<CouponTemplate>> recent;
    private final LoadingCache<Long, Optional<CouponTemplate>> byId;
    private final TemplateRepository templates;
    private final RemainingUnits remaining;

    TemplateCatalogue(TemplateRepository templates, RemainingUnits remaining, Clock clock) {
        this.templates = templates;
        this.remaining = remaining;
        Caffeine<Object, Object> aSecond = Caffeine.newBuilder().expireAfterWrite(Duration.ofSeconds(1));
        recent = aSecond.build(key -> templates.recent(clock.instant()));
        byId = Caffeine.newBuilder()
                .expireAfterWrite(Duration.ofSeconds(1))
                .maximumSize(10_000)
                .build(CacheLoader.<Long, Optional<CouponTemplate>>bulk(this::read));
    }

    private Map<Long, Optional<CouponTemplate>> read(Set<? extends Long> ids) {
        Map<Long, CouponTemplate> found =
                templates.findAll(ids).stream().collect(toMap(CouponTemplate::id, identity()));
        return ids.stream().collect(toMap(identity(), id -> Optional.ofNullable(found.get(id))));
    }

    List<CouponTemplate> recent() {
        return recent.get("recent");
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
        recent.invalidateAll();
    }
}
