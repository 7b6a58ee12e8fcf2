package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.RedisModel.Identity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What Redis knows by the reference: plain Java collections under the names of keys, the time and the server.
 *
 * <p>Knows no command of Redis: the rules beside the steps read and write these collections. A key whose collection is
 * empty is not there; but a stream stays once it has had an entry.
 */
final class ReferenceState {

    /** When each sequence begins. */
    static final long BEGINNING = 1_700_000_000_000L;

    private static final long RUN_KEPT = 1_800_000;

    long now = BEGINNING;
    Identity identity = Identity.master(1, 1);

    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Long> expiries = new HashMap<>();

    /** Entries by their ids, and the highest id that was ever given. */
    static final class Entries {

        private static final String NONE = "0-0";

        final Map<String, List<String>> byId = new TreeMap<>(Ids.IN_SEQUENCE);
        String last = NONE;

        void add(long now, List<String> fields) {
            last = now > Ids.millis(last) ? now + "-0" : Ids.millis(last) + "-" + (Ids.sequence(last) + 1);
            byId.put(last, fields);
        }

        List<String> ids() {
            return List.copyOf(byId.keySet());
        }
    }

    Map<String, String> hash(String key) {
        return at(key, TreeMap::new);
    }

    Map<String, Long> scores(String key) {
        return at(key, TreeMap::new);
    }

    List<String> list(String key) {
        return at(key, ArrayList::new);
    }

    Entries stream(String key) {
        return at(key, Entries::new);
    }

    @SuppressWarnings("unchecked") // each name stands for one type
    private <T> T at(String key, Supplier<T> empty) {
        return (T) values.computeIfAbsent(key, _ -> empty.get());
    }

    @Nullable
    String text(String key) {
        return (String) values.get(key);
    }

    void set(String key, String text, long lifetime) {
        values.put(key, text);
        expiries.put(key, now + lifetime);
    }

    void set(String key, String text) {
        values.put(key, text);
        expiries.remove(key);
    }

    boolean has(String key) {
        return switch (values.get(key)) {
            case null -> false;
            case Map<?, ?> map -> !map.isEmpty();
            case List<?> list -> !list.isEmpty();
            case Entries entries -> !entries.last.equals(Entries.NONE);
            default -> true;
        };
    }

    void remove(String key) {
        values.remove(key);
        expiries.remove(key);
    }

    @Nullable
    Long expiry(String key) {
        return expiries.get(key);
    }

    void expireAt(String key, long at) {
        if (!has(key)) {
            return;
        }
        expiries.put(key, at);
        if (at <= now) {
            remove(key);
        }
    }

    void persist(String key) {
        expiries.remove(key);
    }

    void add(Map<String, String> hash, String field, long units) {
        hash.merge(field, Long.toString(units), (was, more) -> Long.toString(Long.parseLong(was) + units));
    }

    void wipe() {
        values.clear();
        expiries.clear();
    }

    /** Forgets what has expired, and what has become empty. To be called before and after each step. */
    void settle() {
        List<String> gone = new ArrayList<>();
        expiries.forEach((key, at) -> {
            if (now > at) {
                gone.add(key);
            }
        });
        values.keySet().stream().filter(key -> !has(key)).forEach(gone::add);
        gone.forEach(this::remove);
    }

    /** The name of the server's run in this shard; made, or made to last, by this question. */
    String run(String shard) {
        Map<String, String> known = hash(shard + ":run");
        if (isKnown(known)) {
            if (!expiries.containsKey(shard + ":run") || expiries.get(shard + ":run") - now < RUN_KEPT / 2) {
                expireAt(shard + ":run", now + RUN_KEPT);
            }
            return known.getOrDefault("name", "");
        }
        if (identity.isMaster()) {
            known.put("name", newRun());
            known.put("promotion", identity.secondId());
            expireAt(shard + ":run", now + RUN_KEPT);
        }
        return newRun();
    }

    /** The same without a trace. */
    String runNow(String shard) {
        Map<String, String> known = hash(shard + ":run");
        return isKnown(known) ? known.getOrDefault("name", "") : newRun();
    }

    /**
     * A master is on the run that has its process id, as long as it did not become master since. Only a promotion
     * brings a second replication id.
     */
    private boolean isKnown(Map<String, String> known) {
        return identity.isMaster()
                && known.getOrDefault("name", "").startsWith(identity.runId() + ":")
                && (identity.secondId().equals(Identity.NO_ID)
                        || identity.secondId().equals(known.get("promotion")));
    }

    private String newRun() {
        return identity.runId() + ":" + identity.replicationId();
    }

    /** As {@code RedisModel.dump} shows the same. */
    Map<String, List<String>> dump() {
        Map<String, List<String>> dump = new TreeMap<>();
        values.forEach((key, value) -> dump.put(key, lines(value)));
        return dump;
    }

    private static List<String> lines(Object value) {
        return switch (value) {
            case String text -> List.of(text);
            case Map<?, ?> map ->
                map.entrySet().stream().map(String::valueOf).sorted().toList();
            case List<?> list -> list.stream().map(String::valueOf).toList();
            case Entries entries ->
                entries.byId.entrySet().stream().map(String::valueOf).toList();
            default -> throw new AssertionError(value);
        };
    }

    Map<String, Long> expiries() {
        return new TreeMap<>(expiries);
    }
}
