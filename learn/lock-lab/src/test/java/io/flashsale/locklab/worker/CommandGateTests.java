package io.flashsale.locklab.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.locklab.trace.Trace;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a client that stops before each command, with the calls that any scheme makes. */
class CommandGateTests {

    private static final String JOURNAL = "127.0.0.1:1";

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
    private final CommandGate gate = new CommandGate(said::add);

    @BeforeEach
    void trace() {
        gate.reset(JOURNAL);
        Trace.begin(100, "", step -> {});
        Trace.gatedBy(gate);
    }

    @AfterEach
    void untrace() {
        Trace.end();
        Trace.gatedBy((to, text) -> {});
    }

    private void call(String to, String command) {
        Trace.call(to, () -> command, answer -> answer, () -> {
            Trace.call(to, () -> command + " within", answer -> answer, () -> "OK");
            return done.add(command) ? "OK" : "";
        });
    }

    private Thread client(String name) {
        return Thread.ofPlatform().daemon().name(name).start(() -> {
            call("redis", "SET lock 1");
            call(JOURNAL, "EVALSHA resource/enter");
            call("stock", "GET stock");
        });
    }

    private static String next(BlockingQueue<String> queue) throws InterruptedException {
        return String.valueOf(queue.poll(2, TimeUnit.MINUTES));
    }

    @Test
    void standsStillBeforeEachCommandAndCarriesOutOneForEachStep() throws InterruptedException {
        gate.step("ann");
        Thread ann = client("ann");
        assertThat(next(said)).startsWith("before ann .redis .SET+lock+1 .");
        assertThat(done).isEmpty();

        gate.next("ann");
        assertThat(next(said)).startsWith("before ann .stock .GET+stock .");
        assertThat(done).containsExactly("SET lock 1", "EVALSHA resource/enter");

        gate.next("ann");
        ann.join(120_000);
        assertThat(done).hasSize(3);
        assertThat(said).isEmpty();
    }

    @Test
    void goesOnByItselfOnceItIsFree() throws InterruptedException {
        gate.step("ann");
        Thread ann = client("ann");
        next(said);
        gate.free("ann");
        ann.join(120_000);
        assertThat(done).hasSize(3);
    }

    @Test
    void leavesEverybodyElseAlone() throws InterruptedException {
        gate.step("ann");
        client("watchdog").join(120_000);
        assertThat(done).hasSize(3);
        assertThat(said).isEmpty();
    }

    @Test
    void remembersNobodyInTheNextCase() throws InterruptedException {
        gate.step("ann");
        Thread ann = client("ann");
        next(said);
        gate.reset(JOURNAL);
        ann.join(120_000);
        assertThat(done).hasSize(3);
        gate.next("ann");
        assertThat(ann.isAlive()).isFalse();
    }
}
