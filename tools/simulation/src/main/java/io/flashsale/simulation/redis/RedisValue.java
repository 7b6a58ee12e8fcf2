package io.flashsale.simulation.redis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The value of a key, one class for each type of Redis. */
sealed interface RedisValue {

    /** Redis removes a key whose value has become empty; only a stream stays. */
    boolean isEmpty();

    RedisValue copy();

    record Text(String text) implements RedisValue {

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public RedisValue copy() {
            return this;
        }
    }

    record Hash(Map<String, String> fields) implements RedisValue {

        Hash() {
            this(new LinkedHashMap<>());
        }

        @Override
        public boolean isEmpty() {
            return fields.isEmpty();
        }

        @Override
        public RedisValue copy() {
            return new Hash(new LinkedHashMap<>(fields));
        }
    }

    record Sequence(List<String> elements) implements RedisValue {

        Sequence() {
            this(new ArrayList<>());
        }

        @Override
        public boolean isEmpty() {
            return elements.isEmpty();
        }

        @Override
        public RedisValue copy() {
            return new Sequence(new ArrayList<>(elements));
        }
    }

    record SortedSet(Map<String, Double> scores) implements RedisValue {

        private static final Comparator<Map.Entry<String, Double>> BY_SCORE =
                Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey());

        SortedSet() {
            this(new HashMap<>());
        }

        /** The members by their scores, equal ones by their names. */
        List<Map.Entry<String, Double>> inOrder() {
            return scores.entrySet().stream().sorted(BY_SCORE).toList();
        }

        @Override
        public boolean isEmpty() {
            return scores.isEmpty();
        }

        @Override
        public RedisValue copy() {
            return new SortedSet(new HashMap<>(scores));
        }
    }

    /** Remembers its last id for good: no later entry gets an id that is not higher. */
    final class Stream implements RedisValue {

        /** Each entry with its fields and values, alternating. */
        final TreeMap<StreamEntryId, List<String>> entries = new TreeMap<>();

        StreamEntryId last = StreamEntryId.BEGINNING;

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public RedisValue copy() {
            Stream copy = new Stream();
            copy.entries.putAll(entries);
            copy.last = last;
            return copy;
        }
    }
}
