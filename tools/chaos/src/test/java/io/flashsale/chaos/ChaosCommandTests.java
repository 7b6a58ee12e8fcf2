package io.flashsale.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.report.RoundKey;
import io.flashsale.commandline.CommandProgram;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line, without starting a system. */
class ChaosCommandTests {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... typed) {
        return Chaos.run(
                List.of(typed),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--redis=double",
                "--instances=3",
                "--instances=0",
                "--buckets=0",
                "--buckets=17",
                "--rounds=0",
                "--seconds=1",
                "--shoppers=0",
                "--summary=no-such-file",
                "--from-round=-1"
            })
    void saysInOneLineWhatItDoesNotUnderstand(String argument) {
        assertThat(run(argument)).isEqualTo(CommandProgram.COULD_NOT_RUN);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("chaos: ").hasLineCount(1);
    }

    @Test
    void wantsAFolderOfItsOwnForTheReport(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("report.html"), "of another run");
        assertThat(run("--report=" + folder)).isEqualTo(CommandProgram.COULD_NOT_RUN);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("is not empty")
                .hasLineCount(1);
        assertThat(folder.resolve("report.html")).hasContent("of another run");
    }

    @Test
    void printsThePlanOfASeedAndTheSameOneAgain() {
        assertThat(run("--plan", "--seed=7", "--rounds=5", "--redis=cluster")).isEqualTo(Tester.HOLDS);
        String first = out.toString(StandardCharsets.UTF_8);
        assertThat(first).hasLineCount(5);
        out.reset();
        run("--plan", "--seed=7", "--rounds=5", "--redis=cluster");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(first);
        out.reset();
        run("--plan", "--seed=7", "--from-round=5", "--rounds=1", "--redis=cluster");
        assertThat(first).endsWith(out.toString(StandardCharsets.UTF_8));
        out.reset();
        run("--plan", "--seed=8", "--rounds=5", "--redis=cluster");
        assertThat(out.toString(StandardCharsets.UTF_8)).isNotEqualTo(first);
    }

    @Test
    void playsNoRoundASecondTime(@TempDir Path folder) throws Exception {
        Path results = folder.resolve("rounds.csv");
        Files.writeString(results, """
            commit,redis,instances,seed,round,seconds,shoppers,faults,ok,refused,undecided,violations,\
            healedAfterMs,convergedAfterMs,durationMs,buckets
            0a1b2c3,cluster,2,14,3,8,300,2,600,500,400,,1500,2540,61000,1
            0a1b2c3,cluster,2,14,4,8,300,2,600,500,400,,1500,900,61000,1
            """);
        String typed = "--redis=cluster --instances=2 --seed=14 --from-round=3 --rounds=2 --seconds=8 --results=";
        assertThat(run((typed + results).split(" (?=--)"))).isEqualTo(Tester.HOLDS);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("2 of these rounds are in the file", "nothing is left to do: " + results);
        out.reset();
        assertThat(run("--summary=" + results)).isEqualTo(Tester.HOLDS);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .hasLineCount(3)
                .endsWith("| cluster | 2 | 14 | 2 | 4 | 1,200 | 1,000 | 800 | 0 | 2.5 s |\n");
    }

    @Test
    void staysBrokenOnceARoundWas(@TempDir Path folder) throws Exception {
        Path results = folder.resolve("rounds.csv");
        Files.writeString(results, """
            commit,redis,instances,seed,round,seconds,shoppers,faults,ok,refused,undecided,violations,\
            healedAfterMs,convergedAfterMs,durationMs,buckets
            0a1b2c3,single,1,14,1,20,300,2,600,500,400,,1500,2540,61000,1
            0a1b2c3,single,1,14,2,20,300,2,600,500,400,order-lost 1,1500,-1,61000,1
            """);
        assertThat(run("--seed=14", "--rounds=2", "--results=" + results)).isEqualTo(Tester.BROKEN);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("BROKEN: of these rounds [2] did not hold");
        assertThat(run("--seed=14", "--rounds=1", "--results=" + results)).isEqualTo(Tester.HOLDS);
    }

    private static ChaosOptions options(String... typed) {
        return Chaos.PROGRAM.parse(List.of(typed)).orElseThrow();
    }

    @Test
    void hasSalesWithOneBucketUnlessSomethingElseIsSaid() {
        ChaosOptions one = options("--seed=14");
        assertThat(one.buckets()).isEqualTo(1);
        assertThat(one.key(2)).isEqualTo(new RoundKey("single", 1, 1, 14, 2, 20, 300));
        assertThat(one.command(2))
                .isEqualTo("./chaos --redis=single --instances=1 --seed=14 --from-round=2 --rounds=1 --seconds=20"
                        + " --shoppers=300");
        assertThat(options("--seed=14", "--buckets=1")).isEqualTo(one);
        ChaosOptions four = options("--seed=14", "--buckets=4");
        assertThat(four.key(2)).isNotEqualTo(one.key(2));
        assertThat(four.command(2))
                .isEqualTo("./chaos --redis=single --instances=1 --buckets=4 --seed=14 --from-round=2 --rounds=1"
                        + " --seconds=20 --shoppers=300");
        assertThat(options("--buckets=16").buckets()).isEqualTo(16);
    }

    @Test
    void playsThreeRoundsUnlessItIsGivenATime() {
        assertThat(options().rounds()).isEqualTo(3);
        assertThat(options("--minutes=5").rounds()).isEqualTo(10_000);
        assertThat(options("--minutes=5", "--rounds=2").rounds()).isEqualTo(2);
    }

    /** So that rounds with one bucket and with several can be compared. */
    @Test
    void bringsTheSameFaultsAndShoppersHoweverManyBucketsThereAre() {
        RoundPlan one = RoundPlan.of(options("--seed=14"), 3);
        RoundPlan four = RoundPlan.of(options("--seed=14", "--buckets=4"), 3);
        assertThat(four.faults()).isEqualTo(one.faults());
        assertThat(four.workload()).isEqualTo(one.workload());
        assertThat(four.buckets()).isEqualTo(4);
    }
}
