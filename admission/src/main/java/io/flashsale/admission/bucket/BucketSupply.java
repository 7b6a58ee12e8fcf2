package io.flashsale.admission.bucket;

import java.util.concurrent.CompletableFuture;

/** Sees to it that a bucket which has nothing left gets what others have. */
@FunctionalInterface
public interface BucketSupply {

    /** For campaigns that have one bucket each: nobody can say what others have, as there are none. */
    BucketSupply NONE = (campaignId, bucket, buckets) -> CompletableFuture.completedFuture(Supplied.UNKNOWN);

    /** What became of it. */
    enum Supplied {
        /** The bucket has units, or had some a moment ago. */
        SUPPLIED,
        /** At some moment within the last tenth of a second no bucket had any. */
        NOTHING_LEFT,
        /**
         * Some bucket could not be asked, or its units could not be moved, or not yet. Nobody may be told that all is sold.
         */
        UNKNOWN
    }

    /** Does not wait. Completes when it is known, three quarters of a second later at most, and never with an exception. */
    CompletableFuture<Supplied> supply(long campaignId, int bucket, int buckets);
}
