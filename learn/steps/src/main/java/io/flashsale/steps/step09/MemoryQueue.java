package io.flashsale.steps.step09;

import io.flashsale.steps.BuyAnswer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Accepted orders wait in the memory of this instance. Guarantees nothing when it dies. */
@Component
@ConditionalOnProperty(name = "shop.queue", havingValue = "memory")
class MemoryQueue implements Step9.OrderQueue {

    private static final RedisScript<String> RESERVE =
            RedisScript.of(new ClassPathResource("reserve.lua", MemoryQueue.class), String.class);

    private final StringRedisTemplate redis;
    private final Step9.OrderWriter writer;
    private final BlockingQueue<String> users = new LinkedBlockingQueue<>();

    MemoryQueue(StringRedisTemplate redis, Step9.OrderWriter writer) {
        this.redis = redis;
        this.writer = writer;
    }

    @Override
    public BuyAnswer reserve(String user) {
        BuyAnswer decided = BuyAnswer.of(redis.execute(RESERVE, List.of(Step9.LEFT, Step9.BUYERS), user));
        if (decided == BuyAnswer.ACCEPTED) {
            users.add(user);
        }
        return decided;
    }

    @Scheduled(fixedDelay = 1)
    void writeNext() throws InterruptedException {
        writer.write(users.take());
    }
}
