package io.flashsale.order.webpush;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts a message for one browser, so that its push service cannot read it (RFC 8291, with aes128gcm of RFC 8188). */
final class PushEncryption {

    static final int SALT_BYTES = 16;

    static final int SECRET_BYTES = 16;

    private static final int RECORD_BYTES = 4_096;
    private static final int TAG_BITS = 128;

    /** Ends the only record. */
    private static final byte LAST_RECORD = 2;

    private PushEncryption() {}

    /**
     * Returns the body of a push with one record.
     *
     * @param browser the public key of the subscription
     * @param secret its authentication secret
     * @param ours made for this message only, like the salt
     */
    static byte[] encrypt(byte[] message, ECPublicKey browser, byte[] secret, KeyPair ours, byte[] salt)
            throws GeneralSecurityException {
        byte[] ourPoint = EcPoints.bytes((ECPublicKey) ours.getPublic());
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(ours.getPrivate());
        agreement.doPhase(browser, true);
        byte[] info = joined("WebPush: info\0".getBytes(US_ASCII), EcPoints.bytes(browser), ourPoint);
        byte[] key = derived(secret, agreement.generateSecret(), info, 32);
        byte[] contentKey = derived(salt, key, "Content-Encoding: aes128gcm\0".getBytes(US_ASCII), 16);
        byte[] nonce = derived(salt, key, "Content-Encoding: nonce\0".getBytes(US_ASCII), 12);

        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(contentKey, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        byte[] padded = Arrays.copyOf(message, message.length + 1);
        padded[message.length] = LAST_RECORD;
        byte[] header = ByteBuffer.allocate(SALT_BYTES + Integer.BYTES + 1)
                .put(salt)
                .putInt(RECORD_BYTES)
                .put((byte) ourPoint.length)
                .array();
        return joined(header, ourPoint, cipher.doFinal(padded));
    }

    /** HKDF with SHA-256 (RFC 5869). */
    private static byte[] derived(byte[] salt, byte[] secret, byte[] info, int length) throws GeneralSecurityException {
        return KDF.getInstance("HKDF-SHA256")
                .deriveData(HKDFParameterSpec.ofExtract()
                        .addSalt(salt)
                        .addIKM(secret)
                        .thenExpand(info, length));
    }

    private static byte[] joined(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }
}
