package io.flashsale.admission.bucket;

import java.util.concurrent.CompletableFuture;

/** Supplies an empty bucket with units of other buckets. */
@FunctionalInterface
public interface BucketSupply {

    /** For campaigns with one bucket each: there are no others to supply it. */
    BucketSupply NONE = (campaignId, bucket, buckets) -> CompletableFuture.completedFuture(Supplied.UNKNOWN);

    enum Supplied {
        /** The bucket has units, or had some a moment ago. */
        SUPPLIED,
        /** At some moment within the last tenth of a second no bucket had any. */
        NOTHING_LEFT,
        /**
         * A bucket did not answer, or its units could not be moved, or not yet. Nobody may be told that all is sold.
         */
        UNKNOWN
    }

    /** Supplies the bucket without blocking. The stage completes within 0.75 s, and never with an exception. */
    CompletableFuture<Supplied> supply(long campaignId, int bucket, int buckets);
}
