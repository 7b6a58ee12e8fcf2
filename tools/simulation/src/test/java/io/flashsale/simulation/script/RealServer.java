package io.flashsale.simulation.script;

import io.flashsale.simulation.redis.CommandReply;
import io.flashsale.simulation.redis.RedisModel.Identity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/**
 * Runs sequences on a real Redis. Its clock cannot be set, so lines before each script answer TIME, and count expiry and
 * the ids of entries from there. The script itself is unchanged, and all other commands are the server's.
 */
final class RealServer implements Step.Server {

    private static final String CLOCK = """
            local redis = (function(real, now)
                local function run(how, name, ...)
                    local a = { ... }
                    if name == 'TIME' then
                        return { string.format('%.0f', math.floor(now / 1000)), string.format('%.0f', now % 1000 * 1000) }
                    elseif name == 'PEXPIREAT' then
                        return how('PEXPIRE', a[1], string.format('%.0f', a[2] - now))
                    elseif name == 'XADD' then
                        a[2] = string.format('%.0f', now) .. '-*'
                    end
                    return how(name, unpack(a))
                end
                return {
                    call = function(...) return run(real.call, ...) end,
                    pcall = function(...) return run(real.pcall, ...) end,
                }
            end)(redis, NOW)
            """;

    private static final String DUMP = """
            local dump = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
                local type, lines = redis.call('TYPE', key).ok, {}
                if type == 'string' then
                    lines = { redis.call('GET', key) }
                elseif type == 'list' then
                    lines = redis.call('LRANGE', key, 0, -1)
                elseif type == 'stream' then
                    for i, entry in ipairs(redis.call('XRANGE', key, '-', '+')) do
                        lines[i] = entry[1] .. '=[' .. table.concat(entry[2], ', ') .. ']'
                    end
                else
                    local flat = type == 'hash' and redis.call('HGETALL', key)
                        or redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
                    for i = 1, #flat, 2 do
                        lines[#lines + 1] = flat[i] .. '=' .. flat[i + 1]
                    end
                    table.sort(lines)
                end
                for _, fact in ipairs({ key, tostring(redis.call('PTTL', key)), tostring(#lines) }) do
                    dump[#dump + 1] = fact
                end
                for _, line in ipairs(lines) do
                    dump[#dump + 1] = line
                end
            end
            return dump
            """;

    private static final String LET_TIME_PASS = """
            for _, key in ipairs(redis.call('KEYS', '*')) do
                local left = redis.call('PTTL', key)
                if left >= 0 then
                    redis.call('PEXPIRE', key, string.format('%.0f', left - ARGV[1]))
                end
            end
            return 'PASSED'
            """;

    private final RedissonClient redis;
    private long now = ReferenceState.BEGINNING;

    RealServer(RedissonClient redis) {
        this.redis = redis;
        wipe();
    }

    @Override
    public CommandReply run(Step.Call call) {
        String script = CLOCK.replace("NOW", Long.toString(now)) + Scripts.UNCHANGED.text(call.script());
        List<Object> keys = List.copyOf(call.keys());
        Object answer = redis.getScript(StringCodec.INSTANCE)
                .eval(
                        Mode.READ_WRITE,
                        script,
                        answersList(call) ? ReturnType.LIST : ReturnType.STRING,
                        keys,
                        call.arguments().toArray());
        if (answer instanceof List<?> list) {
            return CommandReply.of(list.stream().map(String::valueOf).toList());
        }
        return CommandReply.of((String) answer);
    }

    /** Whether the script says in its header that it answers a list. */
    private static boolean answersList(Step.Call call) {
        return Scripts.UNCHANGED
                .text(call.script())
                .matches("(?s).*(return \\{|return flat|return out|return answer|return others).*");
    }

    @Override
    public void pass(long millis) {
        now += millis;
        redis.getScript(StringCodec.INSTANCE)
                .eval(Mode.READ_WRITE, LET_TIME_PASS, ReturnType.STRING, List.of(), Long.toString(millis));
    }

    @Override
    public void become(UnaryOperator<Identity> after) {
        throw new UnsupportedOperationException("a real server stays who it is");
    }

    @Override
    public void wipe() {
        redis.getKeys().flushdb();
    }

    @Override
    public void lose(String key) {
        redis.getKeys().delete(key);
    }

    @Override
    public void put(String hash, String field, String value) {
        redis.<String, String>getMap(hash, StringCodec.INSTANCE).fastPut(field, value);
    }

    @Override
    public void addEntry(String stream, List<String> fields) {
        List<Object> arguments = new ArrayList<>(fields);
        redis.getScript(StringCodec.INSTANCE)
                .eval(
                        Mode.READ_WRITE,
                        CLOCK.replace("NOW", Long.toString(now))
                                + "return redis.call('XADD', KEYS[1], '*', unpack(ARGV))",
                        ReturnType.STRING,
                        List.of(stream),
                        arguments.toArray());
    }

    Identity identity() {
        String server = info("server");
        String replication = info("replication");
        return new Identity(
                field(server, "run_id"),
                field(replication, "role").equals("master"),
                field(replication, "master_replid"),
                field(replication, "master_replid2"));
    }

    private String info(String section) {
        return redis.getScript(StringCodec.INSTANCE)
                .eval(Mode.READ_ONLY, "return redis.call('INFO', '" + section + "')", ReturnType.STRING);
    }

    private static String field(String info, String name) {
        Matcher line = Pattern.compile(name + ":(\\w+)").matcher(info);
        if (!line.find()) {
            throw new IllegalStateException("INFO has no " + name);
        }
        return line.group(1);
    }

    /** What the server holds. */
    record Held(Map<String, List<String>> values, Map<String, Long> millisLeft) {}

    Held held() {
        List<String> flat = redis.getScript(StringCodec.INSTANCE)
                .eval(Mode.READ_ONLY, DUMP, ReturnType.LIST, Collections.emptyList());
        Map<String, List<String>> values = new TreeMap<>();
        Map<String, Long> millisLeft = new TreeMap<>();
        for (int i = 0; i < flat.size(); ) {
            String key = flat.get(i);
            long left = Long.parseLong(flat.get(i + 1));
            int lines = Integer.parseInt(flat.get(i + 2));
            values.put(key, List.copyOf(flat.subList(i + 3, i + 3 + lines)));
            if (left >= 0) {
                millisLeft.put(key, left);
            }
            i += 3 + lines;
        }
        return new Held(values, millisLeft);
    }
}
