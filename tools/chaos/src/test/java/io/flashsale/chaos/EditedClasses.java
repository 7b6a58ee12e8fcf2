package io.flashsale.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Makes a JVM load some classes from a folder instead of its jars.
 *
 * <p>It is an agent, because classes on the boot class path could not see those in the jars.
 */
public final class EditedClasses implements ClassFileTransformer {

    private final Path folder;

    private EditedClasses(Path folder) {
        this.folder = folder;
    }

    /** The JVM calls this before its main class. */
    public static void premain(String folder, Instrumentation jvm) {
        jvm.addTransformer(new EditedClasses(Path.of(folder)));
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            String name,
            @Nullable Class<?> old,
            @Nullable ProtectionDomain domain,
            byte[] original) {
        Path edited = folder.resolve(name + ".class");
        try {
            return Files.exists(edited) ? Files.readAllBytes(edited) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the agent's jar and returns the JVM argument for it. */
    static String argument(Path jar, Path folder) throws IOException {
        String self = EditedClasses.class.getName();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", self);
        String file = self.replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = Objects.requireNonNull(EditedClasses.class.getResourceAsStream("/" + file), file)) {
            out.putNextEntry(new JarEntry(file));
            in.transferTo(out);
        }
        return "-javaagent:" + jar + "=" + folder;
    }
}
