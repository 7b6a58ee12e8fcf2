package io.flashsale.commons.signature;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;

/** A file with a secret that a service may make at its first start. */
public final class KeyFile {

    private KeyFile() {}

    @FunctionalInterface
    public interface Content {
        String make() throws GeneralSecurityException;
    }

    /**
     * Creates the file, readable only for its owner, if it does not exist yet. It appears as a whole or not at all and is
     * never replaced, so services that start together use the same secret.
     */
    public static void createIfMissing(Path file, Content content) {
        if (Files.exists(file)) {
            return;
        }
        try {
            Path directory = file.toAbsolutePath().resolveSibling(".").normalize();
            Files.createDirectories(directory);
            Path draft = Files.createTempFile(directory, "secret", ".draft", ownerOnly(directory));
            try {
                Files.writeString(draft, content.make());
                keepIfFirst(file, draft);
            } finally {
                Files.delete(draft);
            }
        } catch (IOException | GeneralSecurityException fault) {
            throw new IllegalStateException("cannot make the file " + file, fault);
        }
    }

    /**
     * Links the file, which the file system allows only once. A move would check first and could then replace a
     * newer file.
     */
    static void keepIfFirst(Path file, Path draft) throws IOException {
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException anotherWasFaster) {
            // another instance was first; its secret is used
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path directory) {
        boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
