package io.flashsale.devstack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A JVM on the JDK of this process, which an AOT cache starts and warms up faster.
 *
 * <p>The cache holds the classes that an earlier run has loaded, linked (JEP 483, 514), and profiles of its hot
 * methods (JEP 515). It fits one build, one JDK and one set of JVM flags. It lies beside the jar and is named after
 * JDK and flags. A JVM that cannot use it says so in its log and starts without it.
 */
public abstract class JvmProcess extends ManagedProcess {

    /** How long a JVM may take to write what it has recorded, and how long to make a cache of it. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final AotUse aot;

    protected JvmProcess(String name, ProcessDirectory home, AotUse aot) {
        super(name, home);
        this.aot = aot;
    }

    /** The JVM arguments without those of the AOT cache. */
    protected abstract List<String> jvmArguments();

    /** What follows the JVM arguments: the class path or jar, and the arguments of the program. */
    protected abstract List<String> program() throws IOException;

    /** The first jar of the class path. A JVM whose classes lie in folders can have no AOT cache. */
    protected abstract Path jar() throws IOException;

    @Override
    protected final List<String> command() throws IOException {
        return command(
                switch (aot) {
                    case NONE -> List.of();
                    case IF_THERE -> isOfThisBuild(cache()) ? List.of("-XX:AOTCache=" + cache()) : List.of();
                    case RECORD -> List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + recording());
                });
    }

    private List<String> command(List<String> ofTheCache) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Platform.java());
        command.addAll(jvmArguments());
        command.addAll(ofTheCache);
        command.addAll(program());
        return command;
    }

    /** Whether later starts would be faster with an AOT cache, and making it for this build has not failed yet. */
    public final boolean lacksAotCache() throws IOException {
        return Files.isRegularFile(jar()) && !isOfThisBuild(cache()) && !isOfThisBuild(failure());
    }

    private boolean isOfThisBuild(Path file) throws IOException {
        return Files.isRegularFile(file)
                && Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(jar())) > 0;
    }

    /** Remembers that the missing cache cannot be made; {@link #makeAotCache} and a new build make it forgotten. */
    public final void giveUpAotCache() throws IOException {
        if (lacksAotCache()) {
            Files.writeString(failure(), "The AOT cache of this build could not be made.\n");
        }
    }

    /** Removes what an abandoned training has left of the cache; no training may run. */
    public final void deleteUnfinishedAotCache() throws IOException {
        Files.deleteIfExists(unfinished());
        Files.deleteIfExists(recording());
    }

    /**
     * Ends the recording process, and makes the cache of what it has recorded, in about a minute of processor time.
     *
     * @throws IOException if that fails; later starts are then only slower
     */
    public final void makeAotCache() throws IOException, InterruptedException {
        endWithin(PATIENCE);
        Path fresh = unfinished();
        Process making = new ProcessBuilder(command(
                        List.of("-XX:AOTMode=create", "-XX:AOTConfiguration=" + recording(), "-XX:AOTCache=" + fresh)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                .start();
        try {
            if (!making.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || !Files.isRegularFile(fresh)) {
                throw new IOException("the AOT cache of " + name() + " was not made; see " + logFile());
            }
            Files.move(fresh, cache(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Files.deleteIfExists(failure());
        } finally {
            making.destroyForcibly();
            deleteUnfinishedAotCache();
        }
    }

    private Path recording() throws IOException {
        return besideCache(".recording");
    }

    private Path unfinished() throws IOException {
        return besideCache(".new");
    }

    private Path failure() throws IOException {
        return besideCache(".failed");
    }

    private Path besideCache(String ending) throws IOException {
        return cache().resolveSibling(cache().getFileName() + ending);
    }

    private Path cache() throws IOException {
        List<String> flags = jvmArguments().stream()
                .filter(argument -> argument.startsWith("-X"))
                .toList();
        int jvm = Objects.hash(System.getProperty("java.vm.version"), Platform.java(), flags);
        return jar().resolveSibling(jar().getFileName() + "-" + Integer.toHexString(jvm) + ".aot");
    }
}
