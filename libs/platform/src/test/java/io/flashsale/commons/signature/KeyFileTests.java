package io.flashsale.commons.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTests {

    @TempDir
    private Path directory;

    /** When two instances start together for the first time, a secret that either has read must never be replaced. */
    @Test
    void shouldNeverReplaceTheSecretThatAnotherHasRead() throws Exception {
        int instances = 4;
        try (ExecutorService threads = Executors.newFixedThreadPool(instances)) {
            for (int round = 0; round < 300; round++) {
                Path file = directory.resolve("secret-" + round + ".pem");
                CyclicBarrier together = new CyclicBarrier(instances);
                List<Future<String>> read = new ArrayList<>();
                for (int i = 0; i < instances; i++) {
                    Path draft = Files.writeString(directory.resolve("draft-" + round + "-" + i), "secret of " + i);
                    read.add(threads.submit(() -> {
                        together.await();
                        KeyFile.keepIfFirst(file, draft);
                        return Files.readString(file);
                    }));
                }
                String kept = read.getFirst().get();
                for (Future<String> each : read) {
                    assertThat(each.get()).as("round %d", round).isEqualTo(kept);
                }
            }
        }
    }
}
