package io.flashsale.admission.bucket;

/** Sees to it that a bucket which has nothing left gets what others have. */
@FunctionalInterface
public interface BucketSupply {

    /** For campaigns that have one bucket each: nobody can say what others have, as there are none. */
    BucketSupply NONE = (campaignId, bucket, buckets) -> Supplied.UNKNOWN;

    /** What became of it. */
    enum Supplied {
        /** The bucket has units, or had some a moment ago. */
        SUPPLIED,
        /** At some moment within the last tenth of a second no bucket had any. */
        NOTHING_LEFT,
        /** Some bucket could not be asked, or its units could not be moved. Nobody may be told that all is sold. */
        UNKNOWN
    }

    /**
     * Returns when it is known; that takes as long as one move in the database, for whoever makes it, and half a second at most for whoever
     * waits for that.
     */
    Supplied supply(long campaignId, int bucket, int buckets);
}
