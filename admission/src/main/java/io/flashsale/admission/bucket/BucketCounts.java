package io.flashsale.admission.bucket;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * How many buckets campaigns have, as far as their gates have told. That never changes, so whoever has heard it once need not ask
 * again; of whom nothing was heard, it is believed to have one, and its gate tells who believes wrong.
 */
public final class BucketCounts {

    private final Cache<Long, Integer> several =
            Caffeine.newBuilder().maximumSize(10_000).build();

    /** How many the campaign has; 1 as long as nothing else was heard. */
    public int of(long campaignId) {
        Integer known = several.getIfPresent(campaignId);
        return known == null ? 1 : known;
    }

    /** A gate of the campaign said so. */
    public void learn(long campaignId, int buckets) {
        if (buckets > 1) {
            several.put(campaignId, buckets);
        } else {
            several.invalidate(campaignId);
        }
    }
}
