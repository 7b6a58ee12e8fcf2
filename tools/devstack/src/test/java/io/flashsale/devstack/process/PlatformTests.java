package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;

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
}
