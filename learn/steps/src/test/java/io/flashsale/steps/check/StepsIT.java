package io.flashsale.steps.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.process.AotUse;
import io.flashsale.devstack.process.Platform;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.ProjectRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each step passes its own check and fails the next one, as often as {@code -Dsteps.repetitions} says. */
class StepsIT {

    private static final int REPETITIONS = Integer.getInteger("steps.repetitions", 1);

    /** What the check of the next step finds. */
    private static final Map<SchoolStep, String> FINDINGS = Map.of(
            SchoolStep.READ_TEST_WRITE, "6 orders for 5 lamps",
            SchoolStep.MONITOR, "6 orders for 5 lamps",
            SchoolStep.ROW_LOCK, "GET /stock of shop-1 answered 500 while 6 purchases waited",
            SchoolStep.SETNX, "6 orders for 5 lamps",
            SchoolStep.REDISSON, "6 orders for 5 lamps",
            SchoolStep.CONDITIONAL_UPDATE, "[carol] have more than one order",
            SchoolStep.UNIQUE_KEY, "20 shoppers who were refused cost 40 SQL statements",
            SchoolStep.LUA, "carol at shop-1 has no answer while MySQL is stuck",
            SchoolStep.STREAM, "carol was promised a lamp, and has no order");

    private static DevStack stack;

    @BeforeAll
    static void start() {
        stack = DevStack.in(ProjectRoot.find().resolve("target/it/steps"))
                .mariaDb()
                .redis()
                .kafka()
                .small()
                .start();
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    static Stream<Arguments> stepsAndChecks() throws Exception {
        makeAotCache();
        return IntStream.range(0, REPETITIONS)
                .boxed()
                .flatMap(_ -> Stream.of(SchoolStep.values())
                        .flatMap(demand -> Stream.of(SchoolStep.values())
                                .filter(step -> step == demand || step.number() == demand.number() - 1)
                                .map(step -> Arguments.of(step, demand))));
    }

    /** The start of its shops is most of what a check takes, and most of it is loading classes. */
    private static void makeAotCache() throws Exception {
        StepProgram recording = new StepProgram(
                SchoolStep.KAFKA, StepProgram.ours(SchoolStep.KAFKA).classPath(), AotUse.RECORD);
        try (ShopInstances shops = new ShopInstances(stack, recording, 1)) {
            StepShop shop = shops.all().getFirst();
            if (shop.lacksAotCache()) {
                shops.start();
                new BuyClick(shop, "alice", new StepTimeline()).answer();
                try {
                    shop.makeAotCache();
                } catch (IOException withoutIt) {
                    shop.giveUpAotCache(); // the checks are only slower
                }
            }
        }
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, on the check of {1}")
    @MethodSource("stepsAndChecks")
    void shouldPassItsOwnCheckAndFailTheNextOne(SchoolStep step, SchoolStep demand) throws Exception {
        StepChecks.Outcome outcome = StepChecks.run(demand, StepProgram.ours(step), stack);
        if (step == demand) {
            assertThat(outcome.finding()).as(outcome.drawing()).isEmpty();
        } else {
            assertThat(outcome.finding()).as(outcome.drawing()).hasValue(FINDINGS.get(step));
        }
    }

    @Test
    void shouldDrawHowBothReadBeforeEitherWrites() throws Exception {
        StepChecks.Outcome outcome =
                StepChecks.run(SchoolStep.MONITOR, StepProgram.ours(SchoolStep.READ_TEST_WRITE), stack);
        assertThat(outcome.finding()).hasValue("6 orders for 5 lamps");
        assertThat(outcome.drawing()).startsWith("""
                carol at shop-1                             dave at shop-1
                POST /buy
                UPDATE stock SET available=3 WHERE … waits
                                                            POST /buy
                                                            UPDATE stock SET available=3 WHERE … waits
                -- the checker frees the row of the stock --
                """);
    }

    @Test
    void shouldCheckTheCopyThatALearnerHasChanged(@TempDir Path folder) throws Exception {
        MySteps mine = MyStepsTests.in(folder);
        Path source = mine.copy(SchoolStep.READ_TEST_WRITE).resolve("Step1.java");
        Files.writeString(
                source, Files.readString(source).replace("BuyAnswer buy(String", "synchronized BuyAnswer buy(String"));
        StepProgram changed = mine.compile(SchoolStep.READ_TEST_WRITE, System.err);
        assertThat(StepChecks.run(SchoolStep.MONITOR, changed, stack).finding()).isEmpty();
    }

    @Tag("long")
    @Test
    void shouldFindThatAQueueInMemoryLosesAnAcceptedOrder(@TempDir Path folder) throws Exception {
        MyStepsTests.in(folder);
        ProcessBuilder command = step(folder, "check", "9");
        command.environment().put("SHOP_QUEUE", "memory");
        Process check = command.start();
        assertThat(check.inputReader().readAllAsString()).endsWith("FAILS: " + FINDINGS.get(SchoolStep.STREAM) + "\n");
        assertThat(check.waitFor()).isEqualTo(1);
    }

    @Tag("long")
    @Test
    void shouldRunTheCopyThatALearnerHasChanged(@TempDir Path folder) throws Exception {
        Path schema = MyStepsTests.in(folder).copy(SchoolStep.READ_TEST_WRITE).resolve("schema.sql");
        Files.writeString(schema, Files.readString(schema).replace("(1, 5)", "(1, 7)"));
        Process run = step(folder, "run", "1", "mine").start();
        try (BufferedReader printed = run.inputReader()) {
            assertThat(printed.readLine()).isEqualTo("Starting your step 1, read, test, write ...");
            String url = printed.readLine().replace("shop-1 sells five lamps at ", "");
            assertThat(new URI(url + "/stock").toURL().openStream()).hasContent("7");
        } finally {
            run.destroy();
            run.waitFor();
            // Its reaper would end the servers, but goes with the folder of this test.
            new ProcessDirectory(folder.resolve(".flashsale/steps")).endLeftovers();
        }
    }

    /** {@code ./step} in a working copy of a learner's. */
    private static ProcessBuilder step(Path root, String... operands) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Platform.java(),
                "-Dflashsale.root=" + root,
                "-cp",
                StepProgram.ours(SchoolStep.KAFKA).classPath(),
                StepCommand.class.getName()));
        command.addAll(List.of(operands));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
