package io.flashsale.simulation.redis;

import static io.flashsale.simulation.redis.Command.ANY_NUMBER;
import static io.flashsale.simulation.redis.Command.whole;

import io.flashsale.simulation.redis.RedisValue.Sequence;
import java.util.List;
import java.util.Map;

final class ListCommands {

    static final Map<String, Command> ALL = Map.of(
            "RPUSH", Command.write(2, ANY_NUMBER, ListCommands::push),
            "LLEN",
                    Command.read(
                            1, (keys, a) -> CommandReply.of(elements(keys, a[0]).size())),
            "LRANGE", Command.read(3, (keys, a) -> CommandReply.of(range(elements(keys, a[0]), a[1], a[2]))),
            "LTRIM", Command.write(3, ListCommands::trim));

    private ListCommands() {}

    private static List<String> elements(Keyspace keys, String name) {
        Sequence list = keys.find(name, Sequence.class);
        return list == null ? List.of() : list.elements();
    }

    private static CommandReply push(Keyspace keys, String[] a) {
        List<String> list = keys.findOrMake(a[0], Sequence.class, Sequence::new).elements();
        list.addAll(List.of(a).subList(1, a.length));
        return CommandReply.of(list.size());
    }

    private static CommandReply trim(Keyspace keys, String[] a) {
        Sequence list = keys.find(a[0], Sequence.class);
        if (list != null) {
            List<String> kept = List.copyOf(range(list.elements(), a[1], a[2]));
            list.elements().clear();
            list.elements().addAll(kept);
            keys.removeIfEmpty(a[0]);
        }
        return CommandReply.OK;
    }

    /** The elements from the first to the last index, both included; a negative one counts from the end. */
    static <T> List<T> range(List<T> elements, String first, String last) {
        long from = Math.max(0, index(first, elements.size()));
        long to = Math.min(elements.size() - 1, index(last, elements.size()));
        return from > to ? List.of() : elements.subList((int) from, (int) to + 1);
    }

    private static long index(String argument, int size) {
        long index = whole(argument);
        return index < 0 ? size + index : index;
    }
}
