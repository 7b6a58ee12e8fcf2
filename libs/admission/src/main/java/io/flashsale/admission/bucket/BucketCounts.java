package io.flashsale.admission.bucket;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * Remembers how many buckets campaigns have, as their gates told. The number never changes, so one answer is enough.
 * A campaign not heard of is believed to have one bucket; its gate corrects a wrong belief.
 */
public final class BucketCounts {

    private final Cache<Long, Integer> several =
            Caffeine.newBuilder().maximumSize(10_000).build();

    /** The campaign's number of buckets; 1 until another number was heard. */
    public int of(long campaignId) {
        Integer known = several.getIfPresent(campaignId);
        return known == null ? 1 : known;
    }

    /** Notes what a gate of the campaign said. */
    public void learn(long campaignId, int buckets) {
        if (buckets > 1) {
            several.put(campaignId, buckets);
        } else {
            several.invalidate(campaignId);
        }
    }
}
