package io.flashsale.entry.pace;

import io.flashsale.admission.redis.LuaScript;
import io.flashsale.entry.redis.EntryKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Tells whether the shop is overloaded. An instance of this service knows it from its own {@link Load}; a gateway
 * tells the instance that it calls. Each instance writes its load to Redis once a second, and reads those of the
 * others.
 *
 * <p>Does not guarantee that a sign is seen at once, but within about two seconds. The last second of an instance
 * that ends is not seen.
 */
@Component
public class Strain {

    private static final Logger log = LoggerFactory.getLogger(Strain.class);
    private static final LuaScript REPORT = LuaScript.named("entry/strain");

    /** An instance that has been silent for so long counts as gone. */
    private static final Duration GONE_AFTER = Duration.ofSeconds(5);

    private final LoadMeters own;
    private final RedissonClient redis;
    private final String instance = UUID.randomUUID().toString();
    private volatile Map<String, Load> said = Map.of();
    private Map<String, Load> seen = Map.of();

    Strain(LoadMeters own, RedissonClient redis) {
        this.own = own;
        this.redis = redis;
    }

    /** Writes the load of this instance, and reads those of all. To be called once a second. */
    public void report() {
        Load load = own.read();
        try {
            said = loads(REPORT.answers(
                    redis, List.of(EntryKeys.strain()), instance, load.text(), Long.toString(GONE_AFTER.toMillis())));
        } catch (RedisException unreachable) {
            log.debug("load not said", unreachable);
            said = Map.of(instance, load); // in a cluster, other sales may still be served
        }
    }

    private static Map<String, Load> loads(List<String> answer) {
        Map<String, Load> loads = new HashMap<>();
        for (int i = 0; i < answer.size(); i += 2) {
            String name = answer.get(i);
            Load.parse(answer.get(i + 1)).ifPresent(load -> loads.put(name, load));
        }
        return Map.copyOf(loads);
    }

    /**
     * Whether all instances together had too much to do since the last look; counts only those that were there then.
     * To be called by one thread at a time, once a second.
     */
    public boolean look() {
        report();
        Map<String, Load> now = said;
        List<Load> done = new ArrayList<>();
        now.forEach((name, load) -> {
            Load before = seen.get(name);
            if (before != null) {
                done.add(load.since(before));
            }
        });
        seen = now;
        return Load.isTooMuch(done);
    }
}
