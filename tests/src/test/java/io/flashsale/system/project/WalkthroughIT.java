package io.flashsale.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.harness.RunningSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runs {@code docs/walkthrough.md} as a reader who pastes one step after the other into a shell. */
class WalkthroughIT {

    /** All steps of the walk, one after the other. */
    private static String script() {
        String script = MarkdownDocument.of("docs/walkthrough.md").blocks().stream()
                .filter(block -> block.language().equals("sh"))
                .map(MarkdownDocument.Block::content)
                .collect(Collectors.joining());
        assertThat(script).contains("curl");
        return script;
    }

    @Test
    void shouldTakeTheReaderThroughOnePurchase() throws Exception {
        Path folder = Files.createDirectories(Path.of("target/walkthrough"));
        Path steps = Files.writeString(folder.resolve("steps.sh"), script());
        Path printed = folder.resolve("printed.txt");
        ProcessBuilder shell = new ProcessBuilder("sh", steps.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        shell.environment().put("BASE", RunningSystem.get().services.gatewayUrl());
        Process walk = shell.start();
        try {
            assertThat(walk.waitFor(2, TimeUnit.MINUTES))
                    .as("it came to an end")
                    .isTrue();
        } finally {
            walk.destroyForcibly();
        }

        String output = Files.readString(printed);
        assertThat(walk.exitValue()).as(output).isZero();
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
}
