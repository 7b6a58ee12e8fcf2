package io.flashsale.admission.bucket;

/**
 * The buckets of a campaign, counted from 0, each with a gate of its own. The id of a gate says which campaign and which bucket
 * it is of; that of bucket 0 is the campaign's, so a campaign with one bucket has what it would have without any.
 */
public final class Buckets {

    /** As many as there are shards in Redis and partitions in Kafka: no two buckets of a campaign share one. */
    public static final int MAX = 16;

    private static final int CAMPAIGN_BITS = 48;
    private static final long CAMPAIGN_MASK = (1L << CAMPAIGN_BITS) - 1;

    private Buckets() {}

    /** Whether the number can be that of a campaign, and so of bucket 0; others may be gates of other buckets. */
    public static boolean isCampaign(long id) {
        return (id & ~CAMPAIGN_MASK) == 0;
    }

    /** The id of the bucket's gate. */
    public static long gate(long campaignId, int bucket) {
        if (bucket < 0 || bucket >= MAX) {
            throw new IllegalArgumentException("bucket " + bucket + " is not between 0 and " + (MAX - 1));
        }
        return campaignId + ((long) bucket << CAMPAIGN_BITS);
    }

    /** The campaign that the gate is of. */
    public static long campaignOf(long gateId) {
        return gateId < 0 ? gateId : gateId & CAMPAIGN_MASK;
    }

    /** The bucket that the gate is of. */
    public static int bucketOf(long gateId) {
        return gateId < 0 ? 0 : (int) (gateId >>> CAMPAIGN_BITS);
    }

    /** The bucket of a user, always the same: who may have one unit asks one gate, and that gate knows whether he has it. */
    public static int home(long userId, int buckets) {
        if (buckets == 1) {
            return 0;
        }
        // The finalizer of SplitMix64: user ids that rise by the number of buckets are spread all the same.
        long mixed = (userId ^ (userId >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return (int) Long.remainderUnsigned(mixed ^ (mixed >>> 31), buckets);
    }

    /** The id of the gate that the user has to ask. */
    public static long homeGate(long campaignId, long userId, int buckets) {
        return gate(campaignId, home(userId, buckets));
    }

    /**
     * How far the bucket's partition lies behind that of bucket 0, where there are so many. Buckets 0 to 1, 3, 7 are as far from each
     * other as possible, so that consumers which have neighbouring partitions share them.
     */
    public static int partitionShift(int bucket, int partitions) {
        int reversed = Integer.reverse(bucket) >>> (Integer.SIZE - 4);
        return reversed * partitions / MAX;
    }

    /** The gate, for people. */
    public static String name(long gateId) {
        int bucket = bucketOf(gateId);
        return bucket == 0 ? Long.toString(gateId) : campaignOf(gateId) + " (bucket " + bucket + ")";
    }
}
