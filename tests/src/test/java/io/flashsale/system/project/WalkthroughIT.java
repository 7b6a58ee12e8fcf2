package io.flashsale.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.system.ServiceName;
import io.flashsale.system.harness.RunningSystem;
import io.flashsale.system.harness.ServiceMeters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs {@code docs/walkthrough.md} as a reader who pastes one step after the other into a shell. */
@Tag("long")
class WalkthroughIT {

    @Test
    void shouldTakeTheReaderThroughOnePurchase() throws Exception {
        String script = MarkdownDocument.of("docs/walkthrough.md").blocks().stream()
                .filter(block -> block.language().equals("sh"))
                .map(MarkdownDocument.Block::content)
                .collect(Collectors.joining());
        assertThat(script).contains("curl");
        Path folder = Files.createDirectories(Path.of("target/walkthrough"));
        Path steps = Files.writeString(folder.resolve("steps.sh"), script);
        Path printed = folder.resolve("printed.txt");
        ProcessBuilder shell = new ProcessBuilder("sh", steps.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        shell.environment().put("BASE", RunningSystem.get().services.gatewayUrl());
        // A reader would paste a step again if a slow machine asked for that: with 503, or 504. After 408, 429,
        // 500 and 502 curl tries again, too; the gateway must give none of them.
        Files.writeString(folder.resolve(".curlrc"), "retry = 20\nretry-delay = 1\n");
        shell.environment().put("CURL_HOME", folder.toAbsolutePath().toString());
        double faults = faultsThatCurlHides();
        Process walk = shell.start();
        try {
            assertThat(walk.waitFor(15, TimeUnit.MINUTES))
                    .as("it came to an end")
                    .isTrue();
        } finally {
            walk.destroyForcibly();
        }

        String output = Files.readString(printed);
        assertThat(walk.exitValue()).as(output).isZero();
        assertThat(faultsThatCurlHides())
                .as("the gateway's answers 408, 429, 500 and 502")
                .isEqualTo(faults);
        assertThat(output)
                .containsPattern("(?m)^sale \\d+$")
                .containsPattern("(?m)^order \\d+$")
                .containsPattern("(?s)event: ?status.*PAID") // the stream of step 5, which ends with the payment
                .contains("/problems/order-not-found", "/problems/sold-out", "/problems/already-purchased")
                .doesNotContain("/problems/unauthenticated", "/problems/internal-error");
        assertThat(ComposeTests.all("(?m)^order (\\d+) after (\\d+)$", output))
                .singleElement()
                .satisfies(bought -> assertThat(bought.group(1))
                        .as("the unit that came back is another order")
                        .isNotEqualTo(bought.group(2)));
    }

    private static double faultsThatCurlHides() throws IOException, InterruptedException {
        return ServiceMeters.sum(
                RunningSystem.get().services.service(ServiceName.GATEWAY),
                sample -> sample.matches("http_server_requests_seconds_count\\{.*status=\"(408|429|500|502)\".*"));
    }
}
