package io.flashsale.locklab.scenario;

import io.flashsale.locklab.client.Redis;
import java.util.regex.Pattern;

/** Reads the number of commands that a Redis server has run, without those that only look. */
public final class CommandCount {

    private static final Pattern CALLS =
            Pattern.compile("cmdstat_(?!info|ping|client|config|script)[^:]+:calls=(\\d+)");

    private CommandCount() {}

    public static long of(Redis redis) {
        return sum(redis, CALLS);
    }

    /** How often it has run this command. */
    public static long of(Redis redis, String command) {
        return sum(redis, Pattern.compile("cmdstat_" + command + ":calls=(\\d+)"));
    }

    private static long sum(Redis redis, Pattern calls) {
        return calls.matcher(redis.call("INFO", "commandstats").text())
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }
}
