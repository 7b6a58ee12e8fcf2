package io.flashsale.judge.shop;

import io.flashsale.judge.adapter.ShopAdapter;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out whether a run touches another machine: preparing a sale changes data. */
public final class LocalTargets {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

    /** One server: a URL with several hosts, or of another form, does not fit. */
    private static final Pattern JDBC =
            Pattern.compile("jdbc:[a-z]+://(\\[[0-9a-fA-F:]+]|[^/:,?()\\[\\]]+)(:[0-9]+)?(/[^,()]*)?");

    private LocalTargets() {}

    /** Returns what is not certainly on this machine, without passwords. */
    public static List<String> elsewhere(ShopAdapter adapter) {
        return Stream.of(
                        isLocal(hostOf(adapter.url())) ? "" : "the shop at " + hostOf(adapter.url()),
                        isLocal(databaseHost(adapter.database().url())) ? "" : "the database",
                        adapter.redis() == null || isLocal(hostOf(adapter.redis()))
                                ? ""
                                : "Redis at " + hostOf(adapter.redis()))
                .filter(target -> !target.isEmpty())
                .toList();
    }

    private static boolean isLocal(@Nullable String host) {
        return host != null && LOOPBACK.contains(host);
    }

    private static @Nullable String hostOf(String url) {
        try {
            return URI.create(url).getHost();
        } catch (IllegalArgumentException noUrl) {
            return null;
        }
    }

    private static @Nullable String databaseHost(String url) {
        Matcher found = JDBC.matcher(url);
        return found.matches() ? found.group(1) : null;
    }
}
