package io.flashsale.devstack.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.process.ChildJvm;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.Scratch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One set of servers serves all test JVMs of a build and ends with the build. */
class SharedStackIT {

    /** A test JVM of a build: uses the shared stack of the given owner, prints its pids, and ends. */
    static final class User {

        public static void main(String[] arguments) {
            ProcessIdentity owner =
                    ProcessIdentity.of(Long.parseLong(arguments[1])).orElseThrow();
            DevStack stack = SharedStack.attachOrStart(Path.of(arguments[0]), owner);
            System.out.println(stack.database().pid() + " " + stack.redis().pid() + " "
                    + stack.kafka().pid() + " " + stack.redis().freshDatabase().index() + " "
                    + stack.database().password());
            stack.close();
        }
    }

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

            await().atMost(Duration.ofMinutes(10))
                    .untilAsserted(() -> assertThat(servers).noneMatch(ProcessIdentity::isAlive));
            Scratch.directory("shared");
        } finally {
            build.destroyForcibly();
        }
    }

    private static List<String> use(Path base, String ownerPid) throws Exception {
        try (ChildJvm user = ChildJvm.run(User.class, base.toString(), ownerPid)) {
            return Arrays.asList(user.firstLine().split(" "));
        }
    }
}
