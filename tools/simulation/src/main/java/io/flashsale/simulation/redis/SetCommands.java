package io.flashsale.simulation.redis;

import static io.flashsale.simulation.redis.Command.ANY_NUMBER;
import static io.flashsale.simulation.redis.Command.whole;

import io.flashsale.simulation.redis.RedisValue.SortedSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Commands on sorted sets. Their scores are whole numbers here: times, places and numbers. */
final class SetCommands {

    static final Map<String, Command> ALL = Map.ofEntries(
            Map.entry("ZADD", Command.write(3, ANY_NUMBER, SetCommands::add)),
            Map.entry("ZREM", Command.write(2, ANY_NUMBER, SetCommands::remove)),
            Map.entry("ZSCORE", Command.read(2, SetCommands::score)),
            Map.entry(
                    "ZCARD",
                    Command.read(
                            1, (keys, a) -> CommandReply.of(members(keys, a[0]).size()))),
            Map.entry(
                    "ZCOUNT",
                    Command.read(
                            3,
                            (keys, a) -> CommandReply.of(
                                    byScore(keys, a[0], a[1], a[2]).count()))),
            Map.entry("ZRANGEBYSCORE", Command.read(3, 6, SetCommands::rangeByScore)),
            Map.entry(
                    "ZREMRANGEBYSCORE",
                    Command.write(
                            3,
                            (keys, a) -> removeAll(
                                    keys, a[0], byScore(keys, a[0], a[1], a[2]).toList()))),
            Map.entry(
                    "ZREMRANGEBYRANK",
                    Command.write(
                            3,
                            (keys, a) -> removeAll(keys, a[0], ListCommands.range(members(keys, a[0]), a[1], a[2])))));

    private SetCommands() {}

    /** The members by their scores. */
    private static List<String> members(Keyspace keys, String name) {
        SortedSet set = keys.find(name, SortedSet.class);
        return set == null
                ? List.of()
                : set.inOrder().stream().map(Map.Entry::getKey).toList();
    }

    private static Stream<String> byScore(Keyspace keys, String name, String min, String max) {
        SortedSet set = keys.find(name, SortedSet.class);
        return set == null
                ? Stream.empty()
                : set.inOrder().stream()
                        .filter(member -> Bound.of(min).isAtMost(member.getValue())
                                && Bound.of(max).isAtLeast(member.getValue()))
                        .map(Map.Entry::getKey);
    }

    private record Bound(double score, boolean isExcluded) {

        static Bound of(String argument) {
            boolean isExcluded = argument.startsWith("(");
            String number = isExcluded ? argument.substring(1) : argument;
            return new Bound(
                    switch (number) {
                        case "-inf" -> Double.NEGATIVE_INFINITY;
                        case "+inf" -> Double.POSITIVE_INFINITY;
                        default -> whole(number);
                    },
                    isExcluded);
        }

        boolean isAtMost(double other) {
            return isExcluded ? score < other : score <= other;
        }

        boolean isAtLeast(double other) {
            return isExcluded ? score > other : score >= other;
        }
    }

    private static CommandReply add(Keyspace keys, String[] a) {
        if (a.length % 2 == 0) {
            throw new ErrorReplyException("ERR syntax error");
        }
        Map<String, Double> scores =
                keys.findOrMake(a[0], SortedSet.class, SortedSet::new).scores();
        int added = 0;
        for (int i = 1; i < a.length; i += 2) {
            added += scores.put(a[i + 1], (double) whole(a[i])) == null ? 1 : 0;
        }
        return CommandReply.of(added);
    }

    private static CommandReply remove(Keyspace keys, String[] a) {
        return removeAll(keys, a[0], Arrays.asList(a).subList(1, a.length));
    }

    private static CommandReply removeAll(Keyspace keys, String name, List<String> members) {
        SortedSet set = keys.find(name, SortedSet.class);
        if (set == null) {
            return CommandReply.of(0);
        }
        long removed = members.stream()
                .filter(member -> set.scores().remove(member) != null)
                .count();
        keys.removeIfEmpty(name);
        return CommandReply.of(removed);
    }

    private static CommandReply score(Keyspace keys, String[] a) {
        SortedSet set = keys.find(a[0], SortedSet.class);
        Double score = set == null ? null : set.scores().get(a[1]);
        return CommandReply.of(score == null ? null : Long.toString(score.longValue()));
    }

    private static CommandReply rangeByScore(Keyspace keys, String[] a) {
        Stream<String> members = byScore(keys, a[0], a[1], a[2]);
        if (a.length == 3) {
            return CommandReply.of(members.toList());
        }
        if (a.length != 6 || !a[3].equals("LIMIT") || whole(a[5]) < 0) {
            throw Command.unknown("ZRANGEBYSCORE " + String.join(" ", a));
        }
        return CommandReply.of(members.skip(whole(a[4])).limit(whole(a[5])).toList());
    }
}
