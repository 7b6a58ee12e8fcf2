package io.flashsale.storefront;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.fault.FaultKind;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.devstack.system.ServiceName;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The control room has texts in both languages for every fault: how it breaks, and what to expect. */
class FaultMessagesTests {

    private static final String MESSAGES = "libs/storefront/src/main/resources/static/assets/control/fault-messages.";
    private static final Set<String> OF_PROCESSES = Set.of("KILL", "PAUSE");
    private static final Set<String> OF_LINES = Set.of("DELAY", "CUT", "CUT_ANSWERS", "RESET", "CLOSE_SLOWLY");

    @Test
    void nameEachKind() throws IOException {
        Set<String> kinds = Arrays.stream(FaultKind.values()).map(Enum::name).collect(toSet());
        for (String object : List.of("kind", "done")) {
            assertThat(objects(object))
                    .hasSize(2)
                    .allSatisfy(words -> assertThat(keys(words)).isEqualTo(kinds));
        }
    }

    @Test
    void sayWhatToExpectOfEachFaultOfEachPart() throws IOException {
        assertThat(objects("expect")).hasSize(2).allSatisfy(language -> {
            Map<String, Set<String>> parts = Pattern.compile("(?s)\n    '?([a-z-]+)'?: \\{(.*?)\n    }")
                    .matcher(language)
                    .results()
                    .collect(toMap(part -> part.group(1), part -> keys(part.group(2))));
            assertThat(parts.keySet()).containsAll(processes().toList());
            parts.forEach((part, faults) -> assertThat(faults).as(part).isEqualTo(faultsOf(part)));
        });
    }

    private static Stream<String> processes() {
        return Stream.concat(
                Stream.of("redis", "redis-node", "sentinel", "kafka", "database"),
                Arrays.stream(ServiceName.values()).map(ServiceName::module));
    }

    private static Set<String> faultsOf(String part) {
        if (part.startsWith("line-")) {
            return OF_LINES;
        }
        return part.equals("redis") ? Set.of("KILL", "PAUSE", "WIPE", "FAIL_OVER") : OF_PROCESSES;
    }

    /** One for each language. */
    private static List<String> objects(String name) throws IOException {
        List<String> objects = new ArrayList<>();
        for (String language : List.of("en", "zh")) {
            String file = Files.readString(ProjectRoot.find().resolve(MESSAGES + language + ".js"));
            objects.addAll(found("(?s)\n  " + name + ": \\{(.*?\n)  },", file));
        }
        return objects;
    }

    private static Set<String> keys(String object) {
        return Set.copyOf(found("(?m)^ +([A-Z_]+): '", object));
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
