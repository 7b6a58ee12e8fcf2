package io.flashsale.system.harness;

import io.flashsale.devstack.process.LockFile;
import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.system.JavaService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Makes the AOT caches of services that a run of the tests starts often. */
final class AotCaches {

    private AotCaches() {}

    /** Makes those that are missing; another JVM that needs them waits. */
    static void make(List<JavaService> services) {
        try (LockFile _ = LockFile.lock(Path.of("target/aot-caches.lock"))) {
            ParallelTasks.run(services.stream()
                    .<Runnable>map(service -> () -> make(service))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void make(JavaService service) {
        try {
            service.makeAotCache();
        } catch (IOException slow) {
            System.out.println(service.name() + " starts without an AOT cache: " + slow.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
