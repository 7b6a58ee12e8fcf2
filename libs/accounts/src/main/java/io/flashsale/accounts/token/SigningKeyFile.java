package io.flashsale.accounts.token;

import io.flashsale.commons.MissingSettingException;
import io.flashsale.commons.signature.KeyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** Creates a key if the file does not exist yet; see {@link KeyFile}. */
    SigningKeyFile createdIfMissing() {
        KeyFile.createIfMissing(file, SigningKeyFile::newKey);
        return this;
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
