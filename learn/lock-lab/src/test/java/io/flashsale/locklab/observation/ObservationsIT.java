package io.flashsale.locklab.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.locklab.command.CasesCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code learn/lock-lab/cases observe} on real servers. */
class ObservationsIT {

    private static final Path DIRECTORY =
            Path.of("target/observations-" + ProcessHandle.current().pid());

    @BeforeAll
    static void allowForASlowMachine() {
        RedisServer.takeForDeadOnlyAfter(Duration.ofSeconds(10));
    }

    private static String observed(String what) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = new CasesCommand(DIRECTORY, printed, printed).run(List.of("observe", what));
        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(code).as(text).isEqualTo(CasesCommand.AS_STATED);
        assertThat(new ProcessDirectory(DIRECTORY).names()).isEmpty();
        return text;
    }

    @Test
    void shouldSeeEachAnomalyUpToTheLevelThatRulesItOut() {
        assertThat(observed("isolation"))
                .containsPattern("dirty read +READ UNCOMMITTED +allowed +happens +ann reads 0,")
                .containsPattern("dirty read +READ COMMITTED +never +does not +ann reads 100,")
                .containsPattern("dirty read +SERIALIZABLE +never +does not +ann waits")
                .containsPattern("non-repeatable read +READ COMMITTED +allowed +happens +ann reads 100, then 99")
                .containsPattern(
                        "non-repeatable read +REPEATABLE READ +never +does not +ann reads 100, then 100, and with")
                .containsPattern("phantom +READ COMMITTED +allowed +happens")
                .containsPattern("phantom +SERIALIZABLE +never +does not +.*waits for her")
                .containsPattern("lost update +READ COMMITTED +allowed +happens")
                .containsPattern("lost update +SERIALIZABLE +never +does not +.*error 1213")
                .containsPattern("FOR UPDATE, then UPDATE +REPEATABLE READ +2 +98 ")
                .containsPattern("available >= 1 +REPEATABLE READ +2 +98 ");
    }

    @Test
    void shouldLoseTheWriteThatWasNotCopiedAndSeeTheSentinelsReplaceTheMaster() {
        assertThat(observed("copies"))
                .containsPattern("line is cut; ann: SET stock 99 +OK +99 +100")
                .containsPattern("WAIT 1 300 +0 +99 +100")
                .containsPattern("master dies; the replica is promoted +- +99")
                .containsPattern("sentinel-\\d +\\+odown")
                .containsPattern("sentinel-\\d +\\+switch-master")
                .containsPattern("redis-1 +is a replica of redis-[23]");
    }

    @Test
    void shouldFindAnOrderOnOneServerAndWithSyncAndNoneWithStaleReads() {
        assertThat(observed("order").split("\n\n"))
                .satisfiesExactly(
                        master -> assertThat(master).contains("Redis, all ask the master", "one order: "),
                        replica -> assertThat(replica).contains("a replica that lags", "no order: "),
                        failOver -> assertThat(failOver).contains("the replica takes over", "no order: "),
                        follower -> assertThat(follower).contains("a follower that lags", "no order: "),
                        sync -> assertThat(sync).contains("with sync", "one order: "));
    }
}
