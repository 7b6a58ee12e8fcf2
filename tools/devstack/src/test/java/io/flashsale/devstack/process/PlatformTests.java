package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTests {

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-amd64",
        "Linux, aarch64, linux-arm64",
        "Mac OS X, x86_64, darwin-amd64",
        "Mac OS X, aarch64, darwin-arm64",
        "Linux, riscv64, linux-riscv64",
    })
    void isNamedAsTheBinariesAre(String system, String processor, String name) {
        assertThat(Platform.name(system, processor)).isEqualTo(name);
    }

    @Test
    void killsAProcessWithThoseInSessionsOfTheirOwn() throws Exception {
        List<String> child = Platform.inBackground(List.of("sleep", "1000"));
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" & echo $!; wait", "sh"));
        command.addAll(child);
        Process parent = new ProcessBuilder(command).start();
        long pid = Long.parseLong(parent.inputReader().readLine());
        ProcessHandle below = ProcessHandle.of(pid).orElseThrow();

        Platform.killWithDescendants(parent.toHandle());

        assertThat(parent.waitFor()).isNotZero();
        below.onExit().get();
        assertThat(below.isAlive()).isFalse();
    }
}
