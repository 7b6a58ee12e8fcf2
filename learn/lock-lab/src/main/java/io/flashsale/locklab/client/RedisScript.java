package io.flashsale.locklab.client;

import io.flashsale.locklab.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Lua script. Redis runs it as one step: no other command runs in between. The text is sent once to each server;
 * later calls name it by its digest.
 */
public final class RedisScript {

    private final String name;
    private final String text;
    private final Map<String, String> digests = new ConcurrentHashMap<>();

    private RedisScript(String name, String text) {
        this.name = name;
        this.text = text;
    }

    /** Loads the resource {@code /lua/NAME.lua}. */
    public static RedisScript named(String name) {
        try (InputStream in = RedisScript.class.getResourceAsStream("/lua/" + name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("no script /lua/" + name + ".lua on the class path");
            }
            return new RedisScript(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public RedisReply run(Redis redis, List<String> keys, Object... arguments) {
        return Trace.call(
                redis.address(),
                () -> "EVALSHA " + name + " " + String.join(" ", keys) + " "
                        + Stream.of(arguments).map(String::valueOf).collect(Collectors.joining(" ")),
                RedisReply::inShort,
                () -> carriedOut(redis, keys, arguments));
    }

    private RedisReply carriedOut(Redis redis, List<String> keys, Object... arguments) {
        try {
            return redis.call(command("EVALSHA", digestAt(redis), keys, arguments));
        } catch (RedisErrorException unknown) {
            if (!String.valueOf(unknown.getMessage()).startsWith("NOSCRIPT")) {
                throw unknown;
            }
            return redis.call(command("EVAL", text, keys, arguments)); // the server has restarted and lost the script
        }
    }

    private String digestAt(Redis redis) {
        return digests.computeIfAbsent(
                redis.address(), address -> redis.call("SCRIPT", "LOAD", text).text());
    }

    private static Object[] command(String verb, String script, List<String> keys, Object... arguments) {
        List<Object> words = new ArrayList<>(List.of(verb, script, keys.size()));
        words.addAll(keys);
        Collections.addAll(words, arguments);
        return words.toArray();
    }
}
