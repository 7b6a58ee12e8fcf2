package io.flashsale.steps.step09;

import static java.util.Objects.requireNonNullElse;

import io.flashsale.steps.BuyAnswer;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Accepted orders wait in a stream of Redis, into which the script that reserves also writes. */
@Component
@ConditionalOnProperty(name = "shop.queue", havingValue = "stream", matchIfMissing = true)
class StreamQueue implements Step9.OrderQueue {

    private static final String STREAM = "lamp:orders";
    private static final String GROUP = "writers";
    private static final RedisScript<String> RESERVE =
            RedisScript.of(new ClassPathResource("reserve_and_queue.lua", StreamQueue.class), String.class);

    private final StringRedisTemplate redis;
    private final Step9.OrderWriter writer;
    private final Consumer consumer;

    /** An instance has the name of its port, so that it is the same consumer after a restart. */
    StreamQueue(StringRedisTemplate redis, Step9.OrderWriter writer, @Value("${server.port}") String port) {
        this.redis = redis;
        this.writer = writer;
        consumer = Consumer.from(GROUP, port);
        try {
            redis.opsForStream().createGroup(STREAM, ReadOffset.from("0"), GROUP);
        } catch (InvalidDataAccessApiUsageException groupExists) {
            // of an earlier start, or of another instance
        }
    }

    @Override
    public BuyAnswer reserve(String user) {
        return BuyAnswer.of(redis.execute(RESERVE, List.of(Step9.LEFT, Step9.BUYERS, STREAM), user));
    }

    /** First what this instance has read and not acknowledged, because it died or MySQL failed; then what is new. */
    @Scheduled(fixedDelay = 1)
    void writeNext() {
        write(ReadOffset.from("0"));
        write(ReadOffset.lastConsumed());
    }

    private void write(ReadOffset from) {
        StreamReadOptions options = StreamReadOptions.empty().count(10).block(Duration.ofMillis(500));
        var read = redis.opsForStream().read(consumer, options, StreamOffset.create(STREAM, from));
        for (var order : requireNonNullElse(read, List.<MapRecord<String, Object, Object>>of())) {
            writer.write(String.valueOf(order.getValue().get("user")));
            redis.opsForStream().acknowledge(STREAM, GROUP, order.getId());
        }
    }
}
