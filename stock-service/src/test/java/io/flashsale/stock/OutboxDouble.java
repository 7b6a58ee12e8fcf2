package io.flashsale.stock;

import io.flashsale.contracts.reservation.SaleTerms;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.stream.StreamAddArgs;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.codec.StringCodec;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Plays a process that died between gate and Kafka, and left reservations to the relay. */
@Component
public class OutboxDouble {

    private final RedissonClient redis;
    private final JsonMapper json;

    OutboxDouble(RedissonClient redis, JsonMapper json) {
        this.redis = redis;
        this.json = json;
    }

    /** Leaves a reservation of the sale. */
    public StreamMessageId leave(long sale, long order, long user) {
        Map<String, String> fields = new LinkedHashMap<>(); // the relay reads them by position
        fields.put("campaign", Long.toString(sale));
        fields.put("at", Long.toString(Instant.now().toEpochMilli()));
        fields.put("terms", json.writeValueAsString(new SaleTerms("A sale", "", 100)));
        fields.put("reservations", order + ":" + user + ":");
        return outbox(sale).add(StreamAddArgs.entries(fields));
    }

    public boolean has(long sale, StreamMessageId entry) {
        return !outbox(sale).range(1, entry, entry).isEmpty();
    }

    private RStream<String, String> outbox(long sale) {
        return redis.getStream(key(sale), StringCodec.INSTANCE);
    }

    private static String key(long sale) {
        return "{s" + sale % 16 + "}:sale:outbox";
    }
}
