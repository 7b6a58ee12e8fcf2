package io.flashsale.simulation.redis;

import static io.flashsale.simulation.redis.Command.ANY_NUMBER;
import static io.flashsale.simulation.redis.Command.whole;

import io.flashsale.simulation.redis.RedisValue.Stream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

final class StreamCommands {

    static final Map<String, Command> ALL = Map.of(
            "XADD", Command.write(4, ANY_NUMBER, StreamCommands::add),
            "XDEL", Command.write(2, ANY_NUMBER, StreamCommands::delete),
            "XRANGE", Command.read(3, 5, (keys, a) -> range(entries(keys, a[0], a[1], a[2]), a)),
            "XREVRANGE",
                    Command.read(
                            3,
                            5,
                            (keys, a) -> range(entries(keys, a[0], a[2], a[1]).descendingMap(), a)),
            "XLEN",
                    Command.read(
                            1,
                            (keys, a) -> CommandReply.of(
                                    entries(keys, a[0], "-", "+").size())));

    private StreamCommands() {}

    private static CommandReply add(Keyspace keys, String[] a) {
        if (!a[1].equals("*")) {
            throw Command.unknown("XADD with an id that is not *");
        }
        if (a.length % 2 != 0) {
            throw new ErrorReplyException("ERR wrong number of arguments for 'xadd' command");
        }
        Stream stream = keys.findOrMake(a[0], Stream.class, Stream::new);
        StreamEntryId ofNow = new StreamEntryId(keys.now(), 0);
        stream.last = ofNow.compareTo(stream.last) > 0 ? ofNow : stream.last.next();
        stream.entries.put(stream.last, List.of(a).subList(2, a.length));
        return CommandReply.of(stream.last.toString());
    }

    private static CommandReply delete(Keyspace keys, String[] a) {
        Stream stream = keys.find(a[0], Stream.class);
        return CommandReply.of(
                stream == null
                        ? 0
                        : Arrays.stream(a)
                                .skip(1)
                                .filter(id -> stream.entries.remove(StreamEntryId.parse(id, 0)) != null)
                                .count());
    }

    /** The entries from the first to the last id; {@code -} and {@code +} are the ends, {@code (id} is left out. */
    private static NavigableMap<StreamEntryId, List<String>> entries(
            Keyspace keys, String name, String first, String last) {
        Stream stream = keys.find(name, Stream.class);
        if (stream == null) {
            return new TreeMap<>();
        }
        StreamEntryId from = first.equals("-") ? StreamEntryId.BEGINNING : StreamEntryId.parse(included(first), 0);
        StreamEntryId to = last.equals("+") ? StreamEntryId.END : StreamEntryId.parse(included(last), Long.MAX_VALUE);
        return from.compareTo(to) > 0
                ? new TreeMap<>()
                : stream.entries.subMap(from, isIncluded(first), to, isIncluded(last));
    }

    private static boolean isIncluded(String id) {
        return !id.startsWith("(");
    }

    private static String included(String id) {
        return isIncluded(id) ? id : id.substring(1);
    }

    private static CommandReply range(NavigableMap<StreamEntryId, List<String>> entries, String[] a) {
        if (a.length == 4 || a.length == 5 && !a[3].equals("COUNT")) {
            throw Command.unknown("XRANGE " + String.join(" ", a));
        }
        long max = a.length == 5 ? whole(a[4]) : Long.MAX_VALUE;
        if (max <= 0) {
            return CommandReply.NIL;
        }
        List<CommandReply> some = new ArrayList<>();
        entries.entrySet().stream()
                .limit(max)
                .forEach(entry -> some.add(new CommandReply.Many(
                        List.of(CommandReply.of(entry.getKey().toString()), CommandReply.of(entry.getValue())))));
        return new CommandReply.Many(some);
    }
}
