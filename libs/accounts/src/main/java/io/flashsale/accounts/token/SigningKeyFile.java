package io.flashsale.accounts.token;

import io.flashsale.commons.MissingSettingException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;

/** The file with the key that signs our tokens: an RSA key of at least {@value #BITS} bits, PKCS#8 in PEM. */
final class SigningKeyFile {

    static final int BITS = 2048;

    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    private static final String HOW_TO_MAKE_ONE =
            "Make one with: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out <file>"
                    + " and name it in flashsale.jwt.key-file (environment variable FLASHSALE_JWT_KEY_FILE).";

    private final Path file;

    SigningKeyFile(Path file) {
        this.file = file;
    }

    /** Reads the key. If it is missing or invalid, the exception says how to fix it. */
    KeyPair read() {
        try {
            String base64 = Files.readString(file).replace(BEGIN, "").replace(END, "");
            KeyFactory rsa = KeyFactory.getInstance("RSA");
            var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
            if (!(rsa.generatePrivate(spec) instanceof RSAPrivateCrtKey key)
                    || key.getModulus().bitLength() < BITS) {
                throw new MissingSettingException(
                        "The key in " + file + " is not an RSA key of " + BITS + " bits or more.", HOW_TO_MAKE_ONE);
            }
            var half = new RSAPublicKeySpec(key.getModulus(), key.getPublicExponent());
            return new KeyPair((RSAPublicKey) rsa.generatePublic(half), key);
        } catch (IOException unreadable) {
            throw new MissingSettingException("The key file " + file + " cannot be read.", HOW_TO_MAKE_ONE);
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            throw new MissingSettingException("The key file " + file + " holds no PKCS#8 key in PEM.", HOW_TO_MAKE_ONE);
        }
    }

    /**
     * Creates a key, readable only for its owner, if the file does not exist yet. The file appears as a whole or
     * not at all and is never replaced, so services that start together use the same key.
     */
    SigningKeyFile createdIfMissing() {
        if (Files.exists(file)) {
            return this;
        }
        try {
            Path directory = file.toAbsolutePath().resolveSibling(".").normalize();
            Files.createDirectories(directory);
            Path draft = Files.createTempFile(directory, "signing-key", ".draft", ownerOnly(directory));
            try {
                Files.writeString(draft, newKey());
                keepIfFirst(draft);
            } finally {
                Files.delete(draft);
            }
            return this;
        } catch (IOException | GeneralSecurityException fault) {
            throw new IllegalStateException("cannot make the key file " + file, fault);
        }
    }

    /**
     * Links the file, which the file system allows only once. A move would check first and could then replace a
     * newer file.
     */
    void keepIfFirst(Path draft) throws IOException {
        try {
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException anotherWasFaster) {
            // another instance was first; its key is used
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

    static String newKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(BITS);
        return pem(generator.generateKeyPair().getPrivate());
    }

    static String pem(PrivateKey key) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        return BEGIN + '\n' + lines + '\n' + END + '\n';
    }
}
