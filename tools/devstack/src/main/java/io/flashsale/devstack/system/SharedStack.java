package io.flashsale.devstack.system;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.server.Binaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stack of all test JVMs of one build, in {@code <root>/target/devstack/owner-<pid>}.
 *
 * <p>Each owner has a directory, so that two builds in one working copy do not end each other's servers.
 */
final class SharedStack {

    private static @Nullable DevStack stack;

    private SharedStack() {}

    static synchronized DevStack get() {
        DevStack known = stack;
        if (known == null) {
            known = attachOrStart(ProjectRoot.find().resolve("target/devstack"), owner());
            stack = known;
        }
        return known;
    }

    /** One test JVM at a time: the others wait here until the first has started the servers. */
    static DevStack attachOrStart(Path base, ProcessIdentity owner) {
        try {
            Files.createDirectories(base);
            try (FileChannel channel = FileChannel.open(
                            base.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = channel.lock()) {
                removeEnded(base);
                Path dir = base.resolve("owner-" + owner.pid());
                DevStackBuilder builder =
                        DevStack.in(dir).mariaDb().redis().kafka().sharedBy(owner);
                return Files.exists(dir.resolve("started")) ? builder.attach() : startIn(dir, builder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DevStack startIn(Path dir, DevStackBuilder builder) throws IOException {
        DevStack started = builder.start();
        Files.createFile(dir.resolve("started"));
        return started;
    }

    /** Removes the stacks of earlier builds; their servers have ended with them, or end now. */
    private static void removeEnded(Path base) throws IOException {
        List<Path> directories;
        try (Stream<Path> files = Files.list(base)) {
            directories = files.filter(Files::isDirectory).toList();
        }
        for (Path directory : directories) {
            ProcessDirectory home = new ProcessDirectory(directory);
            if (home.owner().isEmpty()) {
                home.endLeftovers();
                Binaries.deleteTree(directory);
            }
        }
    }

    private static ProcessIdentity owner() {
        return System.getProperty("devstack.owner", "").equals("maven") ? maven() : ProcessIdentity.current();
    }

    /** The nearest ancestor that is Maven. It is not always the parent, because test JVMs start through a shell. */
    private static ProcessIdentity maven() {
        Optional<ProcessHandle> ancestor = ProcessHandle.current().parent();
        while (ancestor.isPresent() && !isMaven(ancestor.get())) {
            ancestor = ancestor.get().parent();
        }
        return ancestor.flatMap(maven -> ProcessIdentity.of(maven.pid())).orElseGet(ProcessIdentity::current);
    }

    private static boolean isMaven(ProcessHandle process) {
        String commandLine = commandLine(process);
        return commandLine.contains("plexus-classworlds") || commandLine.contains("codehaus.plexus.classworlds");
    }

    private static String commandLine(ProcessHandle process) {
        return process.info()
                .commandLine()
                .or(() -> process.info().arguments().map(arguments -> String.join(" ", arguments)))
                .orElse("");
    }
}
