package io.flashsale.locklab.redis;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.redis.redisson.RedissonCases;
import io.flashsale.locklab.redis.reentrant.ReentrantLockCases;
import io.flashsale.locklab.redis.segment.SegmentCases;
import io.flashsale.locklab.redis.waiting.WaitingLockCases;
import java.util.List;
import java.util.stream.Stream;

/** A3 to A17, in order. */
public final class RedisCases {

    private RedisCases() {}

    public static List<Case> all() {
        return Stream.of(
                        SimpleLockCases.all(),
                        OwnerLockCases.all(),
                        ReentrantLockCases.all(),
                        WaitingLockCases.all(),
                        RedissonCases.all(),
                        SegmentCases.all(),
                        List.of(OwnerLockCases.fenced()))
                .flatMap(List::stream)
                .toList();
    }
}
