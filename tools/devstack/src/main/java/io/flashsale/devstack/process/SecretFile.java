package io.flashsale.devstack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Writes files that only their owner may read, and makes secrets for them. */
public final class SecretFile {

    private static final SecureRandom RANDOM = new SecureRandom();

    private SecretFile() {}

    /** A password of 128 random bits that needs no quoting anywhere. */
    public static String randomSecret() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** The secret in this file, which is made at the first call and kept. */
    public static String keptIn(Path file) {
        try {
            if (!Files.exists(file)) {
                write(file, randomSecret());
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the file atomically; it never has wider permissions. */
    public static void write(Path file, String content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, content);
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
