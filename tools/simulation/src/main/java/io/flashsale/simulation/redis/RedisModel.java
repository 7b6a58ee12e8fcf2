package io.flashsale.simulation.redis;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server inside this JVM: its keys, its clock and its identity.
 *
 * <p>Guarantees the replies and effects of Redis 7 for the commands that the shop's scripts use, with the options that
 * they use; a test compares both. Any other command or option throws {@link UnsupportedOperationException}, so that
 * nothing passes because the model knows less than the server.
 *
 * <p>Does not model what no script can see: persistence, memory, clients, cluster slots. Scores are whole numbers.
 *
 * <p>Not thread-safe.
 */
public final class RedisModel {

    private static final String INFO = "INFO";
    private static final Map<String, Command> COMMANDS = new HashMap<>();

    static {
        Stream.of(KeyCommands.ALL, HashCommands.ALL, ListCommands.ALL, SetCommands.ALL, StreamCommands.ALL)
                .forEach(COMMANDS::putAll);
    }

    private final Keyspace keys;
    private Identity identity;

    /** @param millis the server's clock, in milliseconds since 1970; may go back */
    public RedisModel(LongSupplier millis, Identity identity) {
        this.keys = new Keyspace(millis);
        this.identity = identity;
    }

    /**
     * What INFO tells of a server.
     *
     * @param runId names the process; 40 hexadecimal digits
     * @param replicationId names the data that it sends to replicas
     * @param secondId the replication id that it had as a replica; 40 zeros if it was none, or has forgotten it
     */
    public record Identity(String runId, boolean isMaster, String replicationId, String secondId) {

        public static final String NO_ID = "0".repeat(40);

        /** A master that was never a replica. The numbers name process and data. */
        public static Identity master(int process, int data) {
            return new Identity(id(process), true, id(data), NO_ID);
        }

        private static String id(int number) {
            return String.format("%040x", number);
        }

        public Identity restarted(int process) {
            return new Identity(id(process), isMaster, replicationId, NO_ID);
        }

        /** A replica that becomes master. */
        public Identity promoted(int data) {
            return new Identity(runId, true, id(data), replicationId);
        }

        /** As after a first SYNC, or once the replication backlog is freed. */
        public Identity renamed(int data) {
            return new Identity(runId, isMaster, id(data), NO_ID);
        }

        /** A master that becomes a replica of another server, whose data has this number. */
        public Identity demoted(int data) {
            return new Identity(runId, false, id(data), NO_ID);
        }

        private String about(String section) {
            return switch (section) {
                case "server" -> "# Server\r\nrun_id:" + runId + "\r\n";
                case "replication" ->
                    "# Replication\r\nrole:" + (isMaster ? "master" : "slave") + "\r\nmaster_replid:" + replicationId
                            + "\r\nmaster_replid2:" + secondId + "\r\n";
                default -> throw Command.unknown("INFO " + section);
            };
        }
    }

    public Identity identity() {
        return identity;
    }

    public void become(Identity other) {
        identity = other;
    }

    /** Forgets all keys, as FLUSHALL does. */
    public void wipe() {
        keys.clear();
    }

    /**
     * Removes what has expired by now, as a server does by itself in time. To be called before its clock goes back: an
     * expired key does not come again.
     */
    public void removeExpired() {
        keys.values();
    }

    /** Takes over all keys of another server, as a replica does that has caught up. */
    public void copyFrom(RedisModel other) {
        keys.copyFrom(other.keys);
    }

    /**
     * Runs a command.
     *
     * @throws ErrorReplyException if Redis would answer an error
     * @throws UnsupportedOperationException if the model does not know it
     */
    public CommandReply call(String name, String... arguments) {
        if (name.equals(INFO) && arguments.length == 1) {
            return CommandReply.of(identity.about(arguments[0]));
        }
        Command command = COMMANDS.get(name);
        if (command == null) {
            throw Command.unknown(name);
        }
        if (command.isWrite() && !identity.isMaster()) {
            throw new ErrorReplyException("READONLY You can't write against a read only replica.");
        }
        return command.run(name, keys, arguments);
    }

    /** When each key expires that does, in epoch milliseconds. */
    public Map<String, Long> expiries() {
        Map<String, Long> expiries = new TreeMap<>();
        for (String key : keys.values().keySet()) {
            Long at = keys.expiry(key);
            if (at != null && at != Keyspace.NEVER) {
                expiries.put(key, at);
            }
        }
        return expiries;
    }

    /**
     * All keys with their values, as plain text; fields and members sorted, entries of lists and streams in sequence.
     * Two servers with equal answers differ for a script at most by when keys expire.
     */
    public Map<String, List<String>> dump() {
        Map<String, List<String>> dump = new TreeMap<>();
        keys.values().forEach((name, value) -> dump.put(name, lines(value)));
        return dump;
    }

    private static List<String> lines(RedisValue value) {
        return switch (value) {
            case RedisValue.Text(String text) -> List.of(text);
            case RedisValue.Hash(Map<String, String> fields) ->
                fields.entrySet().stream().map(String::valueOf).sorted().toList();
            case RedisValue.Sequence(List<String> elements) -> List.copyOf(elements);
            case RedisValue.SortedSet(Map<String, Double> scores) ->
                scores.entrySet().stream()
                        .map(score -> score.getKey() + "=" + score.getValue().longValue())
                        .sorted()
                        .toList();
            case RedisValue.Stream stream ->
                stream.entries.entrySet().stream().map(String::valueOf).toList();
        };
    }

    /** The fields of a hash; empty if there is none. */
    public Map<String, String> hash(String key) {
        RedisValue.Hash found = keys.find(key, RedisValue.Hash.class);
        return found == null ? Map.of() : new LinkedHashMap<>(found.fields());
    }

    /** The text of a key; null if there is none. */
    public @Nullable String text(String key) {
        RedisValue.Text found = keys.find(key, RedisValue.Text.class);
        return found == null ? null : found.text();
    }
}
