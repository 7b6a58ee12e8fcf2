package io.flashsale.simulation.shop;

import io.flashsale.admission.redis.LuaScript;
import io.flashsale.admission.redis.Shards;
import io.flashsale.simulation.redis.CommandReply;
import io.flashsale.simulation.redis.EmbeddedLua;
import io.flashsale.simulation.redis.ErrorReplyException;
import io.flashsale.simulation.redis.RedisModel;
import io.flashsale.simulation.redis.RedisModel.Identity;
import io.flashsale.simulation.script.Scripts;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RBucket;
import org.redisson.api.RBuckets;
import org.redisson.api.RKeys;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RScript;
import org.redisson.api.RSet;
import org.redisson.api.RStream;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.OptionalOptions;
import org.redisson.api.stream.StreamMessageId;
import org.redisson.client.RedisException;
import org.redisson.misc.CompletableFutureWrapper;

/**
 * A client of Redis whose server is a {@link RedisModel} that runs the scripts. Each command is a call of another
 * process; a lock of Redisson is a name with an owner and an end.
 *
 * <p>The shard of the sale is on a server that faults befall. The other shards are on one that never changes.
 */
final class SimulatedRedis {

    private static final Map<String, String> NAMES = new HashMap<>();

    /** Scripts whose answers are long, and follow from what others answer. */
    private static final Set<String> LOOKS = Set.of("state", "shard", "overdue");

    private static final long WATCHDOG = 5_000;

    static {
        Scripts.NAMES.forEach(name -> NAMES.put(sha1(LuaScript.named(name).text()), name));
    }

    private final EmbeddedLua lua = new EmbeddedLua();
    private final RedissonClient client = proxy(RedissonClient.class, this::ofClient);
    private final RScript repeated = proxy(RScript.class, (_, method, a) -> ofScript(Port.REDIS, method, a));
    private final RScript once = proxy(RScript.class, (_, method, a) -> ofScript(Port.REDIS_ONCE, method, a));
    private final Scripts scripts;
    private final String tag;
    private final Map<String, Held> locks = new HashMap<>();
    private World world = new World(null);
    private RedisModel server = model();
    private RedisModel replica = model();
    private long clockIsAhead;
    private int identities;

    private record Held(Object owner, long until) {}

    SimulatedRedis(Scripts scripts, long sale) {
        this.scripts = scripts;
        this.tag = "{s" + Shards.of(sale) + "}";
    }

    RedissonClient client() {
        return client;
    }

    /** Begins anew, for another schedule. */
    void reset(World next) {
        world = next;
        locks.clear();
        clockIsAhead = 0;
        identities = 2;
        server = model();
        replica = model();
    }

    private RedisModel model() {
        return new RedisModel(() -> world.now() + clockIsAhead, Identity.master(1, 1));
    }

    RedisModel server() {
        return server;
    }

    long outboxLength(String stream) {
        return server.call("XLEN", stream) instanceof CommandReply.Whole(long length) ? length : 0;
    }

    // What happens to the server.

    void wipe() {
        server.wipe();
        locks.clear();
    }

    void restart() {
        server.become(server.identity().restarted(++identities));
    }

    void rename() {
        server.become(server.identity().renamed(++identities));
    }

    /** The replica has now what the master has. */
    void replicate() {
        replica.copyFrom(server);
    }

    /** The replica takes over as it is. */
    void promote() {
        RedisModel other = model();
        other.copyFrom(replica);
        other.become(Identity.master(++identities, 1).promoted(++identities));
        server = other;
        locks.clear();
    }

    void moveClock(long millis) {
        server.removeExpired();
        clockIsAhead += millis;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static AssertionError unknown(Method method) {
        return new AssertionError("the simulation has no " + method);
    }

    private @Nullable Object ofClient(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
        Object first = arguments == null ? "" : Objects.requireNonNull(arguments[0]);
        return switch (method.getName()) {
            case "getScript" -> first instanceof OptionalOptions ? once : repeated;
            case "getLock" -> proxy(RLock.class, (_, called, a) -> ofLock(first.toString(), called, a));
            case "getMap" -> proxy(RMap.class, (_, called, a) -> ofMap(first.toString(), called, a));
            case "getSet" -> proxy(RSet.class, (_, called, a) -> ofSet(first.toString(), called, a));
            case "getBucket" -> proxy(RBucket.class, (_, called, a) -> ofBucket(first.toString(), called));
            case "getBuckets" -> proxy(RBuckets.class, (_, called, a) -> ofBuckets(called, given(a)));
            case "getStream" -> proxy(RStream.class, (_, called, a) -> ofStream(first.toString(), called, a));
            case "getKeys" -> proxy(RKeys.class, (_, called, a) -> ofKeys(called, given(a)));
            case "hashCode" -> System.identityHashCode(proxy);
            default -> throw unknown(method);
        };
    }

    private static Object[] given(@Nullable Object @Nullable [] arguments) {
        Object[] given = new Object[Objects.requireNonNull(arguments).length];
        for (int i = 0; i < given.length; i++) {
            given[i] = Objects.requireNonNull(arguments[i]);
        }
        return given;
    }

    // Scripts.

    private Object ofScript(Port port, Method method, @Nullable Object @Nullable [] arguments) {
        Object[] a = given(arguments);
        boolean isAsync = method.getName().equals("evalShaAsync");
        if (!isAsync && !method.getName().equals("evalSha")) {
            throw unknown(method);
        }
        String name = Objects.requireNonNull(NAMES.get((String) a[1]));
        boolean isList = a[2] == RScript.ReturnType.LIST;
        List<String> keys = texts((List<?>) a[3]);
        List<String> values = texts(Arrays.asList((Object[]) a[4]));
        if (!isAsync) {
            return answer(port, name, isList, keys, values);
        }
        try {
            return new CompletableFutureWrapper<>(answer(port, name, isList, keys, values));
        } catch (RuntimeException fault) {
            return new CompletableFutureWrapper<>(fault);
        }
    }

    private static List<String> texts(List<?> objects) {
        List<String> texts = new ArrayList<>(objects.size());
        objects.forEach(one -> texts.add(one.toString()));
        return texts;
    }

    private Object answer(Port port, String name, boolean isList, List<String> keys, List<String> values) {
        if (!keys.getFirst().startsWith(tag) && keys.getFirst().startsWith("{")) {
            return elsewhere(name);
        }
        CommandReply reply = world.call(port, () -> described(name, values), () -> run(name, keys, values));
        return isList ? strings(reply) : string(reply);
    }

    private static Object elsewhere(String script) {
        return switch (script) {
            case "shard" -> List.of("elsewhere", "1");
            case "warm" -> "NOTED";
            default -> throw new AssertionError(script + " on another shard");
        };
    }

    private CommandReply run(String name, List<String> keys, List<String> values) {
        try {
            CommandReply reply = lua.run(scripts.text(name), server, keys, values);
            if (!LOOKS.contains(name)) {
                world.note(() -> "  answers " + plain(reply), CallFault.NONE);
            }
            return reply;
        } catch (ErrorReplyException error) {
            throw new RedisException(error.getMessage());
        } catch (UnsupportedOperationException tooSmall) {
            throw new AssertionError(tooSmall);
        }
    }

    private static String plain(CommandReply reply) {
        return switch (reply) {
            case CommandReply.Nil _ -> "nothing";
            case CommandReply.Many(List<CommandReply> elements) ->
                elements.stream().map(SimulatedRedis::plain).toList().toString();
            default -> string(reply);
        };
    }

    private static String described(String script, List<String> values) {
        if (!script.equals("reserve")) {
            return "asks Redis: " + script;
        }
        StringBuilder text =
                new StringBuilder(values.get(3).equals("2") ? "asks Redis again: reserve" : "asks Redis: reserve");
        for (int i = 4; i < values.size(); i += 4) {
            text.append(' ').append(values.get(i)).append(" for ").append(values.get(i + 1));
        }
        return text.toString();
    }

    private static String string(CommandReply reply) {
        return switch (reply) {
            case CommandReply.Text(String text) -> text;
            case CommandReply.Status(String word) -> word;
            case CommandReply.Whole(long number) -> Long.toString(number);
            default -> throw new AssertionError("no string: " + reply);
        };
    }

    private static List<String> strings(CommandReply reply) {
        return reply instanceof CommandReply.Many(List<CommandReply> elements)
                ? elements.stream().map(SimulatedRedis::string).toList()
                : List.of();
    }

    // Other commands.

    private <T extends @Nullable Object> T command(String what, Supplier<T> effect) {
        return world.call(Port.REDIS, () -> "asks Redis: " + what, effect);
    }

    private @Nullable Object ofMap(String key, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "getAsync" -> {
                try {
                    yield new CompletableFutureWrapper<>(
                            command("HGET", () -> server.hash(key).get(given(arguments)[0].toString())));
                } catch (RuntimeException fault) {
                    yield new CompletableFutureWrapper<>(fault);
                }
            }
            case "getAll" ->
                command("HMGET", () -> {
                    Map<String, String> all = server.hash(key);
                    all.keySet().retainAll((Collection<?>) given(arguments)[0]);
                    return all;
                });
            case "entrySet" -> command("HSCAN", () -> server.hash(key).entrySet());
            case "keySet" -> command("HSCAN", () -> server.hash(key).keySet());
            default -> throw unknown(method);
        };
    }

    /** A set is a hash here; no script knows of it. */
    private Object ofSet(String key, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "readAll" ->
                command("SMEMBERS", () -> new LinkedHashSet<>(server.hash(key).keySet()));
            case "addAll" ->
                command("SADD", () -> {
                    ((Collection<?>) given(arguments)[0]).forEach(one -> server.call("HSET", key, one.toString(), "1"));
                    return true;
                });
            case "removeAll" ->
                command("SREM", () -> {
                    ((Collection<?>) given(arguments)[0]).forEach(one -> server.call("HDEL", key, one.toString()));
                    return true;
                });
            case "expire" ->
                command("EXPIRE", () -> {
                    Duration kept = (Duration) given(arguments)[0];
                    server.call("PEXPIRE", key, Long.toString(kept.toMillis()));
                    return true;
                });
            default -> throw unknown(method);
        };
    }

    private @Nullable Object ofBucket(String key, Method method) {
        return switch (method.getName()) {
            case "get" -> command("GET", () -> server.text(key));
            case "delete" -> command("DEL", () -> server.call("DEL", key).equals(CommandReply.of(1)));
            default -> throw unknown(method);
        };
    }

    private Object ofBuckets(Method method, Object[] arguments) {
        if (!method.getName().equals("get")) {
            throw unknown(method);
        }
        return command("MGET", () -> {
            Map<String, String> found = new LinkedHashMap<>();
            for (String key : (String[]) arguments[0]) {
                String text = server.text(key);
                if (text != null) {
                    found.put(key, text);
                }
            }
            return found;
        });
    }

    private Object ofKeys(Method method, Object[] arguments) {
        if (!method.getName().equals("unlink")) {
            throw unknown(method);
        }
        return command("UNLINK", () -> {
            Arrays.stream((String[]) arguments[0])
                    .filter(key -> key.startsWith(tag))
                    .forEach(key -> server.call("UNLINK", key));
            return 0L;
        });
    }

    private Object ofStream(String key, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "size" ->
                command(
                        "XLEN",
                        () -> server.call("XLEN", key) instanceof CommandReply.Whole(long length) ? length : 0L);
            case "range" -> {
                Object[] a = given(arguments);
                yield command(
                        "XRANGE",
                        () -> entries(server.call("XRANGE", key, id(a[1]), id(a[2]), "COUNT", a[0].toString())));
            }
            case "rangeReversed" -> {
                Object[] a = given(arguments);
                yield command(
                        "XREVRANGE",
                        () -> entries(server.call("XREVRANGE", key, id(a[1]), id(a[2]), "COUNT", a[0].toString())));
            }
            default -> throw unknown(method);
        };
    }

    private static String id(Object id) {
        return id == StreamMessageId.MIN ? "-" : id == StreamMessageId.MAX ? "+" : id.toString();
    }

    private static Map<StreamMessageId, Map<String, String>> entries(CommandReply reply) {
        Map<StreamMessageId, Map<String, String>> entries = new LinkedHashMap<>();
        if (reply instanceof CommandReply.Many(List<CommandReply> all)) {
            for (CommandReply one : all) {
                List<CommandReply> pair = ((CommandReply.Many) one).elements();
                String[] id = string(pair.getFirst()).split("-");
                List<String> flat = strings(pair.getLast());
                Map<String, String> fields = new LinkedHashMap<>();
                for (int i = 0; i < flat.size(); i += 2) {
                    fields.put(flat.get(i), flat.get(i + 1));
                }
                entries.put(new StreamMessageId(Long.parseLong(id[0]), Long.parseLong(id[1])), fields);
            }
        }
        return entries;
    }

    // Locks.

    private @Nullable Object ofLock(String name, Method method, @Nullable Object @Nullable [] arguments) {
        Object actor = Objects.requireNonNullElse(world.running(), this);
        return switch (method.getName()) {
            case "getName" -> name;
            case "tryLock" -> {
                long lease = arguments == null || arguments.length < 3 ? WATCHDOG : (Long) given(arguments)[1];
                yield command("lock " + name, () -> tryLock(name, actor, lease));
            }
            case "isHeldByCurrentThread" -> isHeld(name, actor);
            case "unlock" ->
                command("unlock " + name, () -> {
                    unlock(name, actor);
                    return null;
                });
            case "tryLockAsync" -> {
                Object owner = ofProcess(given(arguments)[3]);
                yield future(() -> command("lock " + name, () -> tryLock(name, owner, Long.MAX_VALUE / 2)));
            }
            case "unlockAsync" -> {
                Object owner = ofProcess(given(arguments)[0]);
                yield future(() -> command("unlock " + name, () -> {
                    unlock(name, owner);
                    return true;
                }));
            }
            default -> throw unknown(method);
        };
    }

    /** Each client of Redisson counts its owners by itself. */
    private Object ofProcess(Object owner) {
        World.Actor actor = world.running();
        return (actor == null ? "" : actor.process) + ":" + owner;
    }

    private static CompletableFutureWrapper<Object> future(Supplier<Object> answer) {
        try {
            return new CompletableFutureWrapper<>(answer.get());
        } catch (RuntimeException fault) {
            return new CompletableFutureWrapper<>(fault);
        }
    }

    private boolean isHeld(String name, Object owner) {
        Held held = locks.get(name);
        return held != null && held.owner().equals(owner) && held.until() > world.now();
    }

    private boolean tryLock(String name, Object owner, long lease) {
        Held held = locks.get(name);
        if (held != null && held.until() > world.now() && !held.owner().equals(owner)) {
            return false;
        }
        locks.put(name, new Held(owner, world.now() + lease));
        return true;
    }

    private void unlock(String name, Object owner) {
        if (isHeld(name, owner)) {
            locks.remove(name);
        }
    }

    /** The locks of actors that are gone end with the watchdog. */
    void forgetLocksSoon(Set<Object> owners, String process) {
        locks.replaceAll((_, held) ->
                owners.contains(held.owner()) || held.owner().toString().startsWith(process + ":")
                        ? new Held(held.owner(), Math.min(held.until(), world.now() + WATCHDOG))
                        : held);
    }

    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
