package io.flashsale.auditor.source;

/**
 * Where the buckets of a sale are.
 *
 * <p>Written a second time, so that the auditor does not repeat a mistake of the services. A sale with one
 * bucket has only bucket 0. Each other bucket has its own gate, in the shard after that of the previous bucket.
 */
public final class BucketLocations {

    public static final int SHARDS = 16;
    private static final int MAX = 16;
    private static final int SALE_BITS = 48;

    private BucketLocations() {}

    /** The bucket of a user's orders, among this many. */
    public static int home(long userId, int buckets) {
        if (buckets == 1) {
            return 0;
        }
        long mixed = (userId ^ (userId >>> 30)) * 0xBF58476D1CE4E5B9L; // SplitMix64
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return (int) Long.remainderUnsigned(mixed ^ (mixed >>> 31), buckets);
    }

    static String tag(long saleId, int bucket) {
        return "{s" + Math.floorMod(saleId + bucket, SHARDS) + "}";
    }

    /** The bucket's name in entries of the outbox. */
    static String nameInOutbox(long saleId, int bucket) {
        return Long.toString(saleId + ((long) bucket << SALE_BITS));
    }

    static String gate(String kind, long saleId, int bucket) {
        return tag(saleId, bucket) + ":" + kind + ":" + saleId + (bucket == 0 ? "" : ":bucket:" + bucket);
    }

    /** The partition of the bucket's reservations; {@code first} is that of the sale's key. */
    public static int partition(int first, int bucket, int partitions) {
        int reversed = (bucket & 1) << 3 | (bucket & 2) << 1 | (bucket & 4) >> 1 | (bucket & 8) >> 3;
        return (first + reversed * partitions / MAX) % partitions;
    }
}
