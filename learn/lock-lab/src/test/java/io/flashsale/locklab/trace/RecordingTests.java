package io.flashsale.locklab.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.flashsale.locklab.jvm.MonitorLock;
import io.flashsale.locklab.redis.SetNxLock;
import io.flashsale.locklab.trace.Diagram.Belief;
import io.flashsale.locklab.trace.Diagram.Hold;
import io.flashsale.locklab.trace.Diagram.Lane;
import io.flashsale.locklab.trace.Diagram.StepView;
import io.flashsale.locklab.trace.TraceStep.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what becomes of reported steps and of looks at servers. Times are in milliseconds since the run began. */
class RecordingTests {

    private static final String LOCK = "lock:item-1";
    private static final String SERVER = "lock-server";
    private static final String SELECT_THE_ROW = "SELECT available FROM stock WHERE item = 'item-1' FOR UPDATE";

    private final long origin = Trace.now();
    private Recording recording = new Recording(origin, LOCK, "stock:1", List.of(server(SERVER)));

    private static LockObserver server(String lane) {
        return server(lane, () -> {});
    }

    private static LockObserver server(String lane, Runnable atEachLook) {
        return new LockObserver() {
            @Override
            public String lane() {
                return lane;
            }

            @Override
            public @Nullable Holder look(String lock) {
                atEachLook.run();
                return null;
            }
        };
    }

    @AfterEach
    void stopTracing() {
        Trace.end();
    }

    private long micros(double millis) {
        return origin + (long) (millis * 1_000);
    }

    private void happens(double at, int process, Kind kind, String who, String text, String answer) {
        recording.tell(process, TraceStep.at(kind, micros(at), who, text, answer));
    }

    /** A command that takes a millisecond. */
    private void command(double at, String who, String to, String text, String answer) {
        recording.tell(
                processOf(who), new TraceStep(Kind.COMMAND, micros(at), micros(at + 1), who, to, text, answer, "", ""));
    }

    private static int processOf(String who) {
        return who.equals("ann") ? 1 : 2;
    }

    private void begins(double at, String who) {
        happens(at, processOf(who), Kind.BEGINS, who, "buy", "");
        happens(at, processOf(who), Kind.ASKS, who, LOCK, "");
    }

    private void takes(double at, String who, String to) {
        command(at, who, to, "SET " + LOCK + " " + who + "-s-owner NX PX 200", "OK");
    }

    private void believes(double at, String who) {
        happens(at, processOf(who), Kind.BELIEVES, who, LOCK, "");
    }

    /** Begins, takes the lock from the server after a millisecond, and believes that after two more. */
    private void enters(double at, String who, String server) {
        begins(at, who);
        takes(at + 1, who, server);
        believes(at + 3, who);
    }

    private void leaves(double at, String who, String to) {
        command(at, who, to, "EVALSHA lock/release " + LOCK + " " + who + "-s-owner", "1");
        happens(at + 2, processOf(who), Kind.GIVES_BACK, who, LOCK, "");
        happens(at + 2, processOf(who), Kind.ENDS, who, "buy", "TAKEN");
    }

    /** A look every five milliseconds. */
    private void seen(String server, double from, double to, @Nullable Holder holder) {
        for (double at = from; at < to; at += 5) {
            recording.saw(server, LOCK, holder, micros(at), micros(at + 1));
        }
    }

    private Holder heldBy(String who, double end) {
        return new Holder(who + "-s-owner", micros(end), null);
    }

    private List<StepView> steps(String kind) {
        return recording.diagram().steps().stream()
                .filter(step -> step.kind().equals(kind))
                .toList();
    }

    /** Two looks at once would drop the script's look, which shows what no later look sees. */
    @Test
    void looksAtAServerOnceAtATime() throws InterruptedException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        AtomicInteger asked = new AtomicInteger();
        LockObserver slow = server(SERVER, () -> {
            asked.incrementAndGet();
            answer.join();
        });
        Thread first = Thread.ofPlatform().start(() -> recording.look(slow));
        await().atMost(Duration.ofMinutes(2)).untilAtomic(asked, equalTo(1));
        Thread second = Thread.ofPlatform().start(() -> recording.look(slow));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> second.getState() == Thread.State.BLOCKED || asked.get() == 2);
        assertThat(asked).hasValue(1);
        answer.complete("");
        first.join();
        second.join();
        assertThat(asked).hasValue(2);
    }

    @Test
    void tellsACallWithItsAnswerAndTheLineThatMadeIt() {
        List<TraceStep> told = new ArrayList<>();
        Trace.begin(2, SetNxLock.class.getName(), told::add);
        long answer = Trace.call("127.0.0.1:1", () -> "SETNX lock taken", String::valueOf, () -> {
            Trace.call("127.0.0.1:1", () -> "part of it", String::valueOf, () -> 2L);
            return 1L;
        });
        assertThat(answer).isEqualTo(1);
        TraceStep step = told.getFirst();
        assertThat(told).hasSize(1);
        assertThat(List.of(step.to(), step.text(), step.answer()))
                .containsExactly("127.0.0.1:1", "SETNX lock taken", "1");
        assertThat(step.toMicros()).isGreaterThanOrEqualTo(step.fromMicros());
        assertThat(TraceStep.parse(List.of(step.line().split(" ")))).isEqualTo(step);
        Trace.note(Kind.GOES_ON, "", "");
        Trace.note(Kind.GOES_ON, "", "");
        assertThat(told).as("as many as were asked for").hasSize(2);
    }

    @Test
    void givesEachStepItsLaneAndItsAnswer() {
        begins(1, "ann");
        takes(2, "ann", SERVER);
        command(4, "ann", Trace.STOCK, "GET stock:item-1", "100");
        command(4, "ann", "stock:1", "EVALSHA resource/enter", "1-0");
        happens(5, 1, Kind.WAITS, "netty-7", "", "");

        Diagram diagram = recording.diagram();
        assertThat(diagram.lanes())
                .containsExactly(
                        new Lane("ann", "client", 1), new Lane(SERVER, "server", 0), new Lane("stock", "stock", 0));
        assertThat(diagram.steps())
                .extracting(StepView::kind, StepView::lane, StepView::to, StepView::answer)
                .containsExactly(
                        tuple("begins", "ann", "", ""),
                        tuple("asks", "ann", "", ""),
                        tuple("command", "ann", SERVER, "OK"),
                        tuple("command", "ann", "stock", "100"));
    }

    @Test
    void makesOneStepOfWhatIsAskedOverAndOver() {
        begins(1, "bob");
        for (int time = 0; time < 5; time++) {
            command(10 * time + 2, "bob", SERVER, "SET " + LOCK + " bob-s-owner NX PX 200", "nil");
            happens(10 * time + 3, 2, Kind.WAITS, "bob", "", "");
        }
        takes(60, "bob", SERVER);
        assertThat(steps("command")).extracting(StepView::times).containsExactly(5, 1);
        assertThat(steps("command").getFirst().until()).isBetween(42.0, 44.0);
        assertThat(steps("waits")).singleElement().extracting(StepView::times).isEqualTo(5);
    }

    @Test
    void saysFromWhenToWhenOneBelievesAndTheServerHolds() {
        begins(1, "ann");
        seen(SERVER, 0, 9, null);
        takes(10, "ann", SERVER);
        believes(12, "ann");
        seen(SERVER, 14, 28, heldBy("ann", 210));
        leaves(30, "ann", SERVER);
        seen(SERVER, 34, 50, null);

        Belief belief = recording.diagram().believed().getFirst();
        assertThat(belief.lane()).isEqualTo("ann");
        assertThat(belief.from()).isBetween(11.0, 13.0);
        assertThat(belief.to()).isBetween(31.0, 33.0);
        Hold hold = recording.diagram().held().getFirst();
        assertThat(hold.by()).isEqualTo("ann");
        assertThat(hold.from()).as("in the middle of her command").isBetween(10.0, 11.0);
        assertThat(hold.to()).as("and of the one that gave it back").isBetween(30.0, 31.0);
        assertThat(hold.endsAt()).isBetween(209.0, 211.0);
        assertThat(steps("parted")).isEmpty();
        assertThat(steps("left-behind")).isEmpty();
    }

    @Test
    void marksWhereALeaseEndsThatAClientStillBelievesIn() {
        enters(1, "ann", SERVER);
        seen(SERVER, 5, 200, heldBy("ann", 203));
        seen(SERVER, 205, 240, null);
        enters(240, "bob", SERVER);
        seen(SERVER, 245, 260, heldBy("bob", 441));
        leaves(262, "ann", SERVER);
        seen(SERVER, 266, 270, heldBy("bob", 441));
        leaves(272, "bob", SERVER);
        seen(SERVER, 276, 280, null);

        assertThat(steps("expired")).singleElement().extracting(StepView::lane).isEqualTo(SERVER);
        StepView parted = steps("parted").getFirst();
        assertThat(steps("parted")).hasSize(1);
        assertThat(List.of(parted.lane(), parted.answer())).containsExactly("ann", "");
        assertThat(parted.at()).as("when the server had said that it would").isBetween(202.0, 204.0);
        assertThat(recording.diagram().held()).extracting(Hold::by).containsExactly("ann", "bob");
    }

    @Test
    void saysNothingOfABeliefThatWasTooShortForALook() {
        enters(1, "ann", SERVER);
        seen(SERVER, 5, 20, heldBy("ann", 500));
        leaves(22, "ann", SERVER);
        seen(SERVER, 26, 30, null);
        enters(31, "ann", SERVER);
        leaves(36, "ann", SERVER);
        seen(SERVER, 41, 50, null);
        assertThat(recording.diagram().believed()).hasSize(2);
        assertThat(recording.diagram().held()).hasSize(1);
        assertThat(steps("parted")).isEmpty();
    }

    @Test
    void marksALockThatIsLeftBehindByTheDead() {
        enters(1, "ann", SERVER);
        seen(SERVER, 5, 60, new Holder("ann-s-owner", null, null));
        recording.keep(1, TraceStep.at(Kind.KILLED, micros(30), "process-1", "", ""));

        assertThat(recording.diagram().believed().getFirst().to()).isBetween(29.0, 31.0);
        assertThat(recording.diagram().held().getFirst().to()).isNull();
        assertThat(steps("left-behind").getFirst().answer()).isEqualTo("ann");
        assertThat(steps("parted")).isEmpty();
    }

    @Test
    void countsTheMajorityOfFiveAndTheMasterOfTwo() {
        recording = new Recording(
                origin, LOCK, "stock:1", List.of(server("master-1"), server("master-2"), server("master-3")));
        begins(1, "ann");
        for (int number = 1; number <= 3; number++) {
            takes(1 + number, "ann", "master-" + number);
        }
        believes(6, "ann");
        seen("master-1", 7, 60, heldBy("ann", 500));
        seen("master-2", 7, 60, heldBy("ann", 500));
        seen("master-3", 7, 30, heldBy("ann", 500));
        recording.keep(0, TraceStep.at(Kind.LEASE_ENDED, micros(33), "master-3", "", ""));
        seen("master-3", 35, 60, null);
        assertThat(steps("parted").getFirst().at()).isBetween(32.9, 33.1);

        recording = new Recording(origin, LOCK, "stock:1", List.of(server("master"), server("replica")));
        enters(1, "ann", "master");
        seen("master", 5, 60, heldBy("ann", 500));
        seen("replica", 0, 60, null);
        assertThat(steps("parted")).as("a replica may lag").isEmpty();
        recording.keep(0, TraceStep.at(Kind.PROMOTED, micros(31), "replica", "", ""));
        assertThat(steps("parted").getFirst().at()).isBetween(30.9, 31.1);
    }

    @Test
    void separatesMovesAndFoldsTheRenewalsOfOne() {
        begins(1, "ann");
        recording.separate();
        refused(2);
        for (int at = 3; at < 6; at++) {
            renewed(at);
        }
        recording.separate();
        refused(7);
        renewed(8);

        assertThat(steps("command"))
                .extracting(StepView::lane, StepView::times)
                .containsExactly(tuple("ann", 1), tuple("watchdog-2", 3), tuple("ann", 1), tuple("watchdog-2", 1));
    }

    @Test
    void showsWhatALibrarySaysOfItsConnectionAtTheProcessThatItIsIn() {
        begins(1, "ann");
        happens(2, 1, Kind.CONNECTION, "Curator-ConnectionStateManager-0", "SUSPENDED", "");

        assertThat(steps("connection"))
                .extracting(StepView::lane, StepView::text)
                .containsExactly(tuple("process-1", "SUSPENDED"));
    }

    private void refused(double at) {
        command(at, "ann", SERVER, "SET " + LOCK + " ann-s-owner NX PX 200", "nil");
    }

    private void renewed(double at) {
        command(at, "watchdog", SERVER, "EVALSHA lock/renew " + LOCK + " bob-s-owner 200", "1");
    }

    @Test
    void knowsWhoseARowIsByTheAnswersOfTheDatabase() {
        begins(1, "ann");
        begins(1, "bob");
        command(2, "ann", Trace.DATABASE, SELECT_THE_ROW, "[100]");
        command(3, "bob", Trace.DATABASE, SELECT_THE_ROW + " NOWAIT", "CannotAcquireLockException: refused");
        recording.keep(1, TraceStep.at(Kind.KILLED, micros(10), "process-1", "", ""));
        command(14, "bob", Trace.DATABASE, SELECT_THE_ROW, "[100]");
        command(20, "bob", Trace.DATABASE, "COMMIT", "OK");

        assertThat(recording.diagram().held())
                .extracting(Hold::lane, Hold::by, hold -> Math.round(hold.from()), hold -> rounded(hold.to()))
                .containsExactly(tuple("database", "ann", 3L, 15L), tuple("database", "bob", 15L, 21L));
        assertThat(recording.diagram().held().getFirst().lock()).isEqualTo("stock item-1");
        assertThat(steps("parted")).isEmpty();
    }

    private static @Nullable Long rounded(@Nullable Double millis) {
        return millis == null ? null : (Long) Math.round(millis);
    }

    @Test
    void givesEachProcessAMonitorOfItsOwn() {
        assertThat(Granted.MONITOR).isEqualTo(MonitorLock.class.getName());
        for (String who : List.of("ann", "bob")) {
            int process = processOf(who);
            begins(process, who);
            long at = micros(4 + process);
            recording.tell(
                    process, new TraceStep(Kind.BELIEVES, at, at, who, "", LOCK, "", Granted.MONITOR + ":24", ""));
            happens(10 + process, process, Kind.GIVES_BACK, who, LOCK, "");
        }

        assertThat(recording.diagram().held())
                .extracting(Hold::lane, Hold::by, hold -> Math.round(hold.from()), hold -> rounded(hold.to()))
                .containsExactly(tuple("monitor-1", "ann", 5L, 11L), tuple("monitor-2", "bob", 6L, 12L));
        assertThat(recording.diagram().lanes())
                .extracting(Lane::id)
                .containsExactly("ann", "bob", "monitor-1", "monitor-2");
        assertThat(steps("parted")).isEmpty();
    }

    @Test
    void knowsAServerByAnotherAddress() {
        recording.alsoAt("127.0.0.1:7", SERVER);
        begins(1, "ann");
        command(2, "ann", "127.0.0.1:7", "SET " + LOCK + " ann-s-owner NX PX 200", "OK");

        assertThat(steps("command")).extracting(StepView::to).containsExactly(SERVER);
        assertThat(recording.laneOf("127.0.0.1:7")).isEqualTo(SERVER);
        assertThat(recording.laneOf("stock")).isEqualTo("stock");
    }
}
