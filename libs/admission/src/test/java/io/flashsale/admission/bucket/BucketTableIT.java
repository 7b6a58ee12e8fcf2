package io.flashsale.admission.bucket;

import io.flashsale.admission.RedisFixture;
import org.junit.jupiter.api.AfterEach;

class BucketTableIT implements BucketMovesContract {

    private final RedisFixture redis = new RedisFixture();
    private final BucketTable table = new BucketTable(redis, 3, 3);

    @AfterEach
    void close() {
        redis.close();
    }

    @Override
    public BucketMoves moves() {
        return table;
    }

    @Override
    public long campaignInBuckets() {
        return RedisFixture.CAMPAIGN;
    }

    @Override
    public long movedInto(long campaign, int bucket) {
        return table.movedTo(bucket);
    }
}
