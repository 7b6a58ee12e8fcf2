package io.flashsale.devstack.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ChildJvm;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.server.redis.RedisLines;
import io.flashsale.devstack.server.sql.SqlRoundTrip;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One set of servers serves all test JVMs of a build and ends with the build. */
class SharedStackIT {

    @Test
    void secondJvmAttachesAndTheOwnersEndEndsAll() throws Exception {
        Path base = Scratch.directory("shared");
        Process build = new ProcessBuilder("sleep", "3600").start();
        try {
            String owner = Long.toString(build.pid());
            List<String> first = use(base, owner);
            List<String> second = use(base, owner);

            assertThat(second.subList(0, 3)).as("pids of the servers").isEqualTo(first.subList(0, 3));
            assertThat(second.get(3)).as("Redis database").isNotEqualTo(first.get(3));
            assertThat(second.get(4)).as("password").isEqualTo(first.get(4));
            List<ProcessIdentity> servers = first.subList(0, 3).stream()
                    .map(pid -> ProcessIdentity.of(Long.parseLong(pid)).orElseThrow())
                    .toList();

            build.destroyForcibly().waitFor();

            await().atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertThat(servers).noneMatch(ProcessIdentity::isAlive));
            Scratch.directory("shared");
        } finally {
            build.destroyForcibly();
        }
    }

    @Test
    void sharedStackOfThisBuildServes() throws Exception {
        DevStack stack = DevStack.shared();
        SqlRoundTrip.refusesForeignSchemas(stack.database());
        assertThat(RedisLines.ask(stack.redis(), "PING\r\n", 1)).isEqualTo("+PONG");
        assertThat(DevStack.shared()).isSameAs(stack);
        stack.close();
        assertThat(stack.redis().isRunning()).isTrue();
    }

    private static List<String> use(Path base, String ownerPid) throws Exception {
        try (ChildJvm user = ChildJvm.run(SharedUserMain.class, base.toString(), ownerPid)) {
            return Arrays.asList(user.firstLine().split(" "));
        }
    }
}
