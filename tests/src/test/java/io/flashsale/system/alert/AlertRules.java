package io.flashsale.system.alert;

import io.flashsale.devstack.system.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The rules of deploy/prometheus, and a copy of them with shorter times for tests. */
final class AlertRules {

    /**
     * Divides every span of time: {@code for:} and the ranges of the expressions. Queries and thresholds stay
     * unchanged.
     */
    static final int FACTOR = 120;

    /** The shortest range: ten scrapes, because a rate needs several of them. */
    static final Duration MIN_RANGE = Duration.ofSeconds(10);

    /**
     * The shortest {@code for:}: two evaluations, so that an alert is pending before it fires, as with the real
     * rules.
     */
    static final Duration MIN_FOR = Duration.ofSeconds(2);

    private static final Pattern ALERT = Pattern.compile("(?m)^ *- alert: *(\\w+)$");
    private static final Pattern RANGE = Pattern.compile("\\[(\\d+)([smhd])]");
    private static final Pattern FOR = Pattern.compile("(?m)^( *for: *)(\\d+)([smhd])$");

    private final String text;

    AlertRules(String text) {
        this.text = text;
    }

    static AlertRules ofTheProject() {
        try {
            return new AlertRules(Files.readString(ProjectRoot.find().resolve("deploy/prometheus/alerts.yml")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The names of the alerts, in file order. */
    List<String> alerts() {
        return ALERT.matcher(text).results().map(alert -> alert.group(1)).toList();
    }

    /** A file with the same rules over shorter times. */
    String shortened() {
        String ranges = RANGE.matcher(text).replaceAll(range -> "[" + seconds(range, 1, MIN_RANGE) + "s]");
        return FOR.matcher(ranges).replaceAll(span -> span.group(1) + seconds(span, 2, MIN_FOR) + "s");
    }

    private static long seconds(MatchResult found, int group, Duration least) {
        long given = Long.parseLong(found.group(group));
        Duration span = switch (found.group(group + 1)) {
            case "s" -> Duration.ofSeconds(given);
            case "m" -> Duration.ofMinutes(given);
            case "h" -> Duration.ofHours(given);
            default -> Duration.ofDays(given);
        };
        return Math.max(least.toSeconds(), span.dividedBy(FACTOR).toSeconds());
    }
}
