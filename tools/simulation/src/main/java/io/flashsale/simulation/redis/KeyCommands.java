package io.flashsale.simulation.redis;

import static io.flashsale.simulation.redis.Command.ANY_NUMBER;
import static io.flashsale.simulation.redis.Command.whole;

import io.flashsale.simulation.redis.RedisValue.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands on keys of any type, and on strings. */
final class KeyCommands {

    private static final int SECOND = 1_000;

    static final Map<String, Command> ALL = Map.ofEntries(
            Map.entry("GET", Command.read(1, (keys, a) -> CommandReply.of(text(keys, a[0])))),
            Map.entry("SET", Command.write(2, ANY_NUMBER, KeyCommands::set)),
            Map.entry("DEL", Command.write(1, ANY_NUMBER, (keys, a) -> count(a, keys::remove))),
            Map.entry("UNLINK", Command.write(1, ANY_NUMBER, (keys, a) -> count(a, keys::remove))),
            Map.entry("EXISTS", Command.read(1, ANY_NUMBER, (keys, a) -> count(a, keys::has))),
            Map.entry(
                    "EXPIRE",
                    Command.write(
                            2, (keys, a) -> CommandReply.of(keys.expireAt(a[0], keys.now() + SECOND * whole(a[1]))))),
            Map.entry(
                    "PEXPIRE",
                    Command.write(2, (keys, a) -> CommandReply.of(keys.expireAt(a[0], keys.now() + whole(a[1]))))),
            Map.entry("PEXPIREAT", Command.write(2, (keys, a) -> CommandReply.of(keys.expireAt(a[0], whole(a[1]))))),
            Map.entry("PERSIST", Command.write(1, KeyCommands::persist)),
            Map.entry("TTL", Command.read(1, KeyCommands::ttl)),
            Map.entry("TIME", Command.read(0, KeyCommands::time)));

    private KeyCommands() {}

    @FunctionalInterface
    private interface KeyTest {
        boolean test(String key);
    }

    private static CommandReply count(String[] names, KeyTest test) {
        return CommandReply.of(Arrays.stream(names).filter(test::test).count());
    }

    private static @Nullable String text(Keyspace keys, String name) {
        Text found = keys.find(name, Text.class);
        return found == null ? null : found.text();
    }

    private static CommandReply set(Keyspace keys, String[] a) {
        long expiry = Keyspace.NEVER;
        boolean onlyNew = false;
        for (int i = 2; i < a.length; i++) {
            switch (a[i].toUpperCase(Locale.ROOT)) {
                case "NX" -> onlyNew = true;
                case "EX" -> expiry = keys.now() + SECOND * whole(a[++i]);
                case "PX" -> expiry = keys.now() + whole(a[++i]);
                default -> throw Command.unknown("SET … " + a[i]);
            }
        }
        if (onlyNew && keys.has(a[0])) {
            return CommandReply.NIL;
        }
        keys.put(a[0], new Text(a[1]));
        keys.expireAt(a[0], expiry);
        return CommandReply.OK;
    }

    private static CommandReply persist(Keyspace keys, String[] a) {
        Long expiry = keys.expiry(a[0]);
        boolean had = expiry != null && expiry != Keyspace.NEVER;
        keys.expireAt(a[0], Keyspace.NEVER);
        return CommandReply.of(had);
    }

    private static CommandReply ttl(Keyspace keys, String[] a) {
        Long expiry = keys.expiry(a[0]);
        if (expiry == null) {
            return CommandReply.of(-2);
        }
        return CommandReply.of(expiry == Keyspace.NEVER ? -1 : (expiry - keys.now() + SECOND / 2) / SECOND);
    }

    private static CommandReply time(Keyspace keys, String[] a) {
        long now = keys.now();
        return CommandReply.of(List.of(Long.toString(now / SECOND), Long.toString(now % SECOND * 1_000)));
    }
}
