package io.flashsale.chaos;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
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
 * Makes a JVM load some classes from a folder instead of its jars, and edits such classes.
 *
 * <p>It is an agent, because classes on the boot class path could not see those in the jars. It edits text
 * constants, which contain the SQL statements.
 */
public final class EditedClasses {

    private static final int VERSION = 8;

    private EditedClasses() {}

    /** The JVM calls this before its main class. */
    public static void premain(String folder, Instrumentation jvm) {
        jvm.addTransformer(new ClassFileTransformer() {
            @Override
            public byte @Nullable [] transform(
                    @Nullable ClassLoader loader,
                    String name,
                    @Nullable Class<?> old,
                    @Nullable ProtectionDomain domain,
                    byte[] original) {
                Path edited = Path.of(folder, name + ".class");
                try {
                    return Files.exists(edited) ? Files.readAllBytes(edited) : null;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    /** Writes the agent's jar and returns the JVM argument for it. */
    static String argument(Path jar, Path folder) throws IOException {
        String self = EditedClasses.class.getName();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", self);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (String name : new String[] {self, self + "$1"}) {
                String file = name.replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(file));
                try (InputStream in =
                        Objects.requireNonNull(EditedClasses.class.getResourceAsStream("/" + file), file)) {
                    in.transferTo(out);
                }
                out.closeEntry();
            }
        }
        return "-javaagent:" + jar + "=" + folder;
    }

    /**
     * Replaces a text in the constants of a class, wherever it occurs.
     *
     * @throws IllegalArgumentException if it does not occur
     */
    static byte[] replaced(byte[] original, String text, String by) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(original));
        ByteArrayOutputStream edited = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(edited);
        out.write(in.readNBytes(VERSION));
        int count = in.readUnsignedShort();
        out.writeShort(count);
        boolean found = false;
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            if (tag == 1) {
                String constant = in.readUTF();
                found |= constant.contains(text);
                out.writeUTF(constant.replace(text, by));
            } else {
                out.write(in.readNBytes(length(tag)));
            }
            if (tag == 5 || tag == 6) {
                i++; // a long or a double takes two places
            }
        }
        if (!found) {
            throw new IllegalArgumentException("no constant has " + text);
        }
        in.transferTo(out);
        return edited.toByteArray();
    }

    /** The length in bytes of a non-text constant, by its tag: see the Java Virtual Machine Specification, 4.4. */
    private static int length(int tag) {
        return switch (tag) {
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            default -> throw new IllegalArgumentException("no constant has the tag " + tag);
        };
    }
}
