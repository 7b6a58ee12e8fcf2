package io.flashsale.devstack.fault;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes faults as JSON, by hand, so that users of devstack get no JSON library with it. */
final class FaultJson {

    private FaultJson() {}

    static String of(Faults faults) {
        return "{\"targets\":"
                + list(faults.targets().stream().map(FaultJson::of).toList()) + ",\"faults\":"
                + list(faults.injected().stream().map(FaultJson::of).toList()) + "}";
    }

    private static String of(FaultTarget target) {
        Duration healsAfter = target.healsAfter();
        return "{\"name\":" + text(target.name()) + ",\"part\":" + text(target.part()) + ",\"faults\":"
                + list(target.faults().stream().map(kind -> text(kind.name())).toList()) + ",\"healsAfterSeconds\":"
                + (healsAfter == null ? "null" : healsAfter.toSeconds()) + "}";
    }

    static String of(FaultStatus fault) {
        return "{\"id\":\"" + fault.id() + "\",\"target\":" + text(fault.target()) + ",\"broken\":"
                + text(fault.broken()) + ",\"part\":" + text(fault.part()) + ",\"fault\":"
                + text(fault.fault().name()) + ",\"since\":" + time(fault.since()) + ",\"until\":" + time(fault.until())
                + ",\"state\":" + text(fault.state().name()) + "}";
    }

    static String problem(int status, String type, String detail) {
        return "{\"type\":" + text("/problems/" + type) + ",\"status\":" + status + ",\"detail\":" + text(detail) + "}";
    }

    private static String list(List<String> items) {
        return items.stream().collect(joining(",", "[", "]"));
    }

    private static String time(@Nullable Instant time) {
        return time == null ? "null" : text(time.toString());
    }

    private static String text(String value) {
        return value.chars()
                .mapToObj(letter -> letter == '"' || letter == '\\'
                        ? "\\" + (char) letter
                        : letter < ' ' ? "\\u%04x".formatted(letter) : String.valueOf((char) letter))
                .collect(joining("", "\"", "\""));
    }
}
