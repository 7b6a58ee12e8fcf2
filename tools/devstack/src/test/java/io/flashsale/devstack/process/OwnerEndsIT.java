package io.flashsale.devstack.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.devstack.system.DevStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** kill -9 of the owner leaves no server running. */
@Tag("long")
class OwnerEndsIT {

    @Test
    void reaperEndsTheServersOfAKilledOwnerAndLeavesAStrangerWithAReusedPidAlone() throws Exception {
        Path dir = Scratch.directory("reaped");
        try (ChildJvm owner = ChildJvm.run(OwnerMain.class, dir.toString())) {
            List<ProcessIdentity> servers = identities(owner.firstLine());
            Process stranger = new ProcessBuilder("sleep", "3600").start();
            try {
                // Also a server that is paused at that moment.
                Platform.pause(servers.getFirst().pid());
                new ProcessIdentity(stranger.pid(), "1").write(dir.resolve("run/old.pid"));

                owner.killDashNine();

                await().atMost(Duration.ofMinutes(10))
                        .untilAsserted(() -> assertThat(servers).noneMatch(ProcessIdentity::isAlive));
                await().atMost(Duration.ofMinutes(10)).until(() -> !Files.exists(dir.resolve("run/old.pid")));
                assertThat(stranger.isAlive()).isTrue();
            } finally {
                stranger.destroyForcibly();
            }
        }
    }

    @Test
    void nextStartEndsWhatIsLeftWhenTheReaperWasKilledToo() throws Exception {
        Path dir = Scratch.directory("leftovers");
        try (ChildJvm owner = ChildJvm.run(OwnerMain.class, dir.toString())) {
            List<ProcessIdentity> servers = identities(owner.firstLine());
            ProcessIdentity.read(dir.resolve("run/reaper.pid")).orElseThrow().kill();
            owner.killDashNine();
            assertThat(servers).allMatch(ProcessIdentity::isAlive);

            try (DevStack next = DevStack.in(dir).redis().zooKeeper().start()) {
                assertThat(servers).noneMatch(ProcessIdentity::isAlive);
                assertThat(next.redis().isRunning()).isTrue();
            }
        }
    }

    private static List<ProcessIdentity> identities(String pids) {
        return Arrays.stream(pids.split(" "))
                .map(pid -> ProcessIdentity.of(Long.parseLong(pid)).orElseThrow())
                .toList();
    }
}
