package io.flashsale.devstack.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.devstack.process.ChildJvm;
import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.devstack.process.OwnerMain;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.Scratch;
import io.flashsale.devstack.process.ServerFailedException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The message of a failed start. */
class StartFailureIT {

    @Test
    void namesTheTakenPortAndWhoHasIt() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            var builder =
                    DevStack.in(Scratch.directory("taken")).kafkaBehind(taken.getLocalPort(), taken.getLocalPort());
            assertThatThrownBy(builder::start)
                    .isInstanceOf(ServerFailedException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort())
                    .hasMessageContaining("process " + ProcessHandle.current().pid() + " (java)");
        }
    }

    @Test
    void showsTheLastLinesOfAServerThatDies() throws Exception {
        Path dir = Scratch.directory("dies");
        Files.createDirectories(dir.resolve("redis"));
        Files.writeString(dir.resolve("redis/appendonlydir"), "a file where Redis wants a folder");
        var builder = DevStack.in(dir).redis();
        assertThatThrownBy(builder::start)
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("redis ended") // at once, or before it was ready
                .hasMessageContaining("redis.log")
                .hasMessageContaining("appendonlydir");
        assertThat(new ProcessDirectory(dir).names()).isEmpty();
    }

    @Test
    void refusesADirectoryThatAnotherProcessUses() throws Exception {
        Path dir = Scratch.directory("in-use");
        try (ChildJvm owner = ChildJvm.run(OwnerMain.class, dir.toString())) {
            owner.firstLine();
            assertThatThrownBy(DevStack.in(dir).redis()::start)
                    .isInstanceOf(DirectoryInUseException.class)
                    .hasMessageContaining("process " + owner.identity().pid());
            assertThat(new ProcessDirectory(dir).running("redis")).isPresent();
        }
    }
}
