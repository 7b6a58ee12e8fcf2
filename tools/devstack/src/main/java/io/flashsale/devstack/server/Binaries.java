package io.flashsale.devstack.server;

import io.flashsale.devstack.process.Platform;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The servers' binaries, unpacked once from the jars on the class path into the user's cache. Safe with many processes
 * at once: each unpacks into a directory of its own, and the first to rename it wins.
 */
public final class Binaries {

    /** Of servers, where a user's PATH does not lead: those of Debian, Homebrew, and MySQL's own package for macOS. */
    private static final List<String> FURTHER_FOLDERS = List.of(
            "/usr/sbin",
            "/opt/homebrew/bin",
            "/opt/homebrew/sbin",
            "/usr/local/bin",
            "/usr/local/sbin",
            "/usr/local/mysql/bin");

    private static final Map<Path, String> VERSIONS = new ConcurrentHashMap<>();

    private static final String HINT = "Is the devstack module on the class path with its dependencies?";

    private Binaries() {}

    /** The cache directory with what `unpack` put there under this name. */
    public static Path unpacked(String name, Unpacking unpack) {
        return unpacked(cache().resolve(name), unpack);
    }

    /** This directory, with what `unpack` put there when it was first asked for. */
    public static Path unpacked(Path target, Unpacking unpack) {
        if (Files.isDirectory(target)) {
            return target;
        }
        try {
            Files.createDirectories(target.getParent());
            Path fresh = Files.createTempDirectory(target.getParent(), target.getFileName() + ".new-");
            try {
                unpack.into(fresh);
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                if (!Files.isDirectory(target) || e instanceof AtomicMoveNotSupportedException) {
                    throw e;
                }
            } finally {
                deleteTree(fresh);
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Cannot unpack " + target.getFileName() + " into " + target + ": " + e.getMessage(), e);
        }
    }

    /** The program that {@code -Ddevstack.<name>=PATH} names, to be run instead of the unpacked one. */
    public static Optional<Path> chosen(String name) {
        String path = System.getProperty("devstack." + name, "");
        return path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path).toAbsolutePath());
    }

    /** The installed program of this name: on the PATH, or where systems put servers. */
    public static Optional<Path> installed(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return installed(name, path + File.pathSeparator + String.join(File.pathSeparator, FURTHER_FOLDERS));
    }

    /**
     * The first executable of this name.
     *
     * @param path the directories to search, in the format of the variable PATH
     */
    public static Optional<Path> installed(String name, String path) {
        return Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** Whether a program was unpacked from a jar, and so is the one that was tested with this version. */
    public static boolean isUnpacked(Path program) {
        return program.startsWith(cache());
    }

    /** Says which program it is, unless the build brought it. */
    public static String remark(Path program) {
        return isUnpacked(program) ? "" : "is " + program;
    }

    /** What the program prints of its version, asked once in the life of this JVM; empty if it does not run here. */
    public static String version(Path program, String... question) {
        return VERSIONS.computeIfAbsent(program, asked -> {
            List<String> command = new ArrayList<>(List.of(question));
            command.addFirst(asked.toString());
            return Platform.output(command.toArray(String[]::new));
        });
    }

    /** Whether a jar on the class path has this file. */
    public static boolean exists(String resource) {
        return Binaries.class.getResource("/" + resource) != null;
    }

    /** Copies one resource of the class path into an executable file. */
    public static void copyResource(String resource, Path target) throws IOException {
        try (InputStream in = Binaries.class.getResourceAsStream("/" + resource)) {
            if (in == null) {
                throw new IOException(resource + " is not on the class path. " + HINT);
            }
            Files.copy(in, target);
        }
        makeExecutable(target);
    }

    /** Copies the wanted entries below a folder of a jar; the jar must have an entry for the folder itself. */
    public static void copyFolder(String folder, Predicate<String> wanted, Path target) throws IOException {
        URL url = Binaries.class.getResource("/" + folder);
        if (url == null) {
            throw new IOException(folder + " is not on the class path. " + HINT);
        }
        JarURLConnection connection = (JarURLConnection) url.openConnection();
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            List<JarEntry> entries = jar.stream()
                    .filter(entry -> !entry.isDirectory() && entry.getName().startsWith(folder))
                    .toList();
            for (JarEntry entry : entries) {
                String relative = entry.getName().substring(folder.length());
                if (wanted.test(relative)) {
                    Path file = target.resolve(relative).normalize();
                    Files.createDirectories(Objects.requireNonNull(file.getParent()));
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
    }

    public static void makeExecutable(Path file) {
        if (!file.toFile().setExecutable(true) && !Files.isExecutable(file)) {
            throw new UncheckedIOException(new IOException("Cannot make " + file + " executable"));
        }
    }

    /** Copies a directory with all that is in it; the target must not exist. */
    public static void copyTree(Path source, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(source.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Without effect if it does not exist; others may delete the same meanwhile. */
    public static void deleteTree(Path dir) {
        try {
            Files.walkFileTree(dir, new DeletingVisitor());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + dir + ": " + e.getMessage(), e);
        }
    }

    /** What is gone already is as it should be. */
    private static final class DeletingVisitor extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
            return unlessItIsGone(fault);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException fault) throws IOException {
            if (fault != null) {
                return unlessItIsGone(fault);
            }
            Files.deleteIfExists(dir);
            return FileVisitResult.CONTINUE;
        }

        private static FileVisitResult unlessItIsGone(IOException fault) throws IOException {
            if (fault instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw fault;
        }
    }

    /**
     * The jar or folder that holds devstack's own classes; inside a jar of jars, on which no class path can be built, a
     * folder with a copy of the main class that a server is started with.
     */
    public static Path ownClasses() {
        URI location = URI.create(Binaries.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        return "file".equals(location.getScheme()) ? Path.of(location) : copyOfMainClass();
    }

    private static Path copyOfMainClass() {
        String resource = KafkaMain.class.getName().replace('.', '/') + ".class";
        try (InputStream in = Binaries.class.getResourceAsStream("/" + resource)) {
            byte[] code = Objects.requireNonNull(in, resource).readAllBytes();
            return unpacked("devstack-main-" + Integer.toHexString(Arrays.hashCode(code)), target -> {
                Path file = target.resolve(resource);
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.write(file, code);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path cache() {
        String chosen = System.getProperty("devstack.cache", "");
        if (!chosen.isEmpty()) {
            return Path.of(chosen);
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path base = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return base.resolve("flashsale");
    }

    @FunctionalInterface
    public interface Unpacking {
        void into(Path directory) throws IOException;
    }
}
