package io.flashsale.devstack.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTests {

    /** Two JVMs find the same build outdated at the same time. */
    @Test
    void deleteATreeThatOthersDelete(@TempDir Path folder) throws Exception {
        Path tree = folder.resolve("tree");
        for (int directory = 0; directory < 50; directory++) {
            Path some = Files.createDirectories(tree.resolve("directory-" + directory));
            for (int file = 0; file < 40; file++) {
                Files.createFile(some.resolve("file-" + file));
            }
        }
        CountDownLatch otherIsThere = new CountDownLatch(1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(
                () -> {
                    otherIsThere.countDown();
                    Binaries.deleteTree(tree);
                },
                task -> Thread.ofPlatform().start(task));
        otherIsThere.await();
        assertThatCode(() -> Binaries.deleteTree(tree)).doesNotThrowAnyException();
        assertThat(other).succeedsWithin(Duration.ofMinutes(10));
        assertThat(tree).doesNotExist();
    }

    @Test
    void chooseTheProgramThatAPropertyNames() {
        assertThat(Binaries.chosen("server-of-this-test")).isEmpty();
        System.setProperty("devstack.server-of-this-test", "");
        assertThat(Binaries.chosen("server-of-this-test")).isEmpty();
        System.setProperty("devstack.server-of-this-test", "/opt/server");
        assertThat(Binaries.chosen("server-of-this-test")).hasValue(Path.of("/opt/server"));
        System.clearProperty("devstack.server-of-this-test");
    }
}
