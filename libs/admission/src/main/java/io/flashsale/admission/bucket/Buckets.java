package io.flashsale.admission.bucket;

/**
 * Numbers the buckets of a campaign from 0, and maps them to gates. A gate id tells the campaign and the bucket.
 * Bucket 0 has the campaign's own id, so a campaign with one bucket looks the same as a campaign without buckets.
 */
public final class Buckets {

    /** As many as shards in Redis and partitions in Kafka: no two buckets of a campaign share one. */
    public static final int MAX = 16;

    private static final int CAMPAIGN_BITS = 48;
    private static final long CAMPAIGN_MASK = (1L << CAMPAIGN_BITS) - 1;

    private Buckets() {}

    /**
     * Whether the number can be the id of a campaign, and so of its bucket 0; other numbers may be gates of other
     * buckets.
     */
    public static boolean isCampaign(long id) {
        return (id & ~CAMPAIGN_MASK) == 0;
    }

    public static long gate(long campaignId, int bucket) {
        if (bucket < 0 || bucket >= MAX) {
            throw new IllegalArgumentException("bucket " + bucket + " is not between 0 and " + (MAX - 1));
        }
        return campaignId + ((long) bucket << CAMPAIGN_BITS);
    }

    public static long campaignOf(long gateId) {
        return gateId < 0 ? gateId : gateId & CAMPAIGN_MASK;
    }

    public static int bucketOf(long gateId) {
        return gateId < 0 ? 0 : (int) (gateId >>> CAMPAIGN_BITS);
    }

    /** The bucket of a user, always the same one: so the gate of a user's only unit knows whether they have it. */
    public static int home(long userId, int buckets) {
        if (buckets == 1) {
            return 0;
        }
        // The finalizer of SplitMix64 spreads users evenly even if their ids rise by the number of buckets.
        long mixed = (userId ^ (userId >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return (int) Long.remainderUnsigned(mixed ^ (mixed >>> 31), buckets);
    }

    /** The id of the gate that the user has to ask. */
    public static long homeGate(long campaignId, long userId, int buckets) {
        return gate(campaignId, home(userId, buckets));
    }

    /**
     * How far the bucket's partition lies behind that of bucket 0. The first 2, 4 or 8 buckets are as far apart as
     * the partitions allow, because one consumer has neighbouring partitions: so the consumers share the load.
     */
    public static int partitionShift(int bucket, int partitions) {
        int reversed = Integer.reverse(bucket) >>> (Integer.SIZE - 4);
        return reversed * partitions / MAX;
    }

    /** The gate's name for people. */
    public static String name(long gateId) {
        int bucket = bucketOf(gateId);
        return bucket == 0 ? Long.toString(gateId) : campaignOf(gateId) + " (bucket " + bucket + ")";
    }
}
