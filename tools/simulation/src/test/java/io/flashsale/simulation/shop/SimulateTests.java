package io.flashsale.simulation.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulateTests {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... typed) {
        return Simulate.run(
                List.of(typed),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void saysInOneLineThatAScheduleHolds() {
        assertThat(run("--seed=7", "--steps=20")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("HOLDS: 1 schedule of 20 steps from seed 7 in ")
                .hasLineCount(1);
    }

    @Test
    void refusesBadArgumentsInOneLine() {
        assertThat(run("--steps=0")).isEqualTo(2);
        assertThat(run("--seed=seven")).isEqualTo(2);
        assertThat(run("--threads=65", "--minutes=1")).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(3);
    }
}
