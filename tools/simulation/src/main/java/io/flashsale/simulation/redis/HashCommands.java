package io.flashsale.simulation.redis;

import static io.flashsale.simulation.redis.Command.ANY_NUMBER;
import static io.flashsale.simulation.redis.Command.whole;

import io.flashsale.simulation.redis.RedisValue.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

final class HashCommands {

    static final Map<String, Command> ALL = Map.ofEntries(
            Map.entry(
                    "HGET",
                    Command.read(
                            2, (keys, a) -> CommandReply.of(fields(keys, a[0]).get(a[1])))),
            Map.entry("HMGET", Command.read(2, ANY_NUMBER, HashCommands::getMany)),
            Map.entry("HGETALL", Command.read(1, HashCommands::getAll)),
            Map.entry(
                    "HEXISTS",
                    Command.read(
                            2, (keys, a) -> CommandReply.of(fields(keys, a[0]).containsKey(a[1])))),
            Map.entry(
                    "HLEN",
                    Command.read(
                            1, (keys, a) -> CommandReply.of(fields(keys, a[0]).size()))),
            Map.entry("HSET", Command.write(3, ANY_NUMBER, HashCommands::set)),
            Map.entry("HINCRBY", Command.write(3, HashCommands::increment)),
            Map.entry("HDEL", Command.write(2, ANY_NUMBER, HashCommands::delete)));

    private HashCommands() {}

    /** The fields, not to be changed. */
    private static Map<String, String> fields(Keyspace keys, String name) {
        Hash hash = keys.find(name, Hash.class);
        return hash == null ? Map.of() : hash.fields();
    }

    private static Map<String, String> fieldsToChange(Keyspace keys, String name) {
        return keys.findOrMake(name, Hash.class, Hash::new).fields();
    }

    private static CommandReply getMany(Keyspace keys, String[] a) {
        Map<String, String> fields = fields(keys, a[0]);
        List<CommandReply> values = new ArrayList<>(a.length - 1);
        for (int i = 1; i < a.length; i++) {
            values.add(CommandReply.of(fields.get(a[i])));
        }
        return new CommandReply.Many(values);
    }

    private static CommandReply getAll(Keyspace keys, String[] a) {
        List<String> all = new ArrayList<>();
        fields(keys, a[0]).forEach((field, value) -> {
            all.add(field);
            all.add(value);
        });
        return CommandReply.of(all);
    }

    private static CommandReply set(Keyspace keys, String[] a) {
        if (a.length % 2 == 0) {
            throw new ErrorReplyException("ERR wrong number of arguments for 'hset' command");
        }
        Map<String, String> fields = fieldsToChange(keys, a[0]);
        int added = 0;
        for (int i = 1; i < a.length; i += 2) {
            added += fields.put(a[i], a[i + 1]) == null ? 1 : 0;
        }
        return CommandReply.of(added);
    }

    private static CommandReply increment(Keyspace keys, String[] a) {
        long by = whole(a[2]);
        Map<String, String> fields = fieldsToChange(keys, a[0]);
        long sum = whole(fields.getOrDefault(a[1], "0")) + by;
        fields.put(a[1], Long.toString(sum));
        return CommandReply.of(sum);
    }

    private static CommandReply delete(Keyspace keys, String[] a) {
        Hash hash = keys.find(a[0], Hash.class);
        if (hash == null) {
            return CommandReply.of(0);
        }
        long deleted = Arrays.stream(a)
                .skip(1)
                .filter(field -> hash.fields().remove(field) != null)
                .count();
        keys.removeIfEmpty(a[0]);
        return CommandReply.of(deleted);
    }
}
