package io.flashsale.order.webpush;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;

/**
 * Where a browser gets pushes, and its keys, all as the browser wrote them. The endpoint is a secret of that
 * browser.
 *
 * @param p256dh the browser's public key, Base64url
 * @param auth the browser's authentication secret, Base64url
 */
record PushSubscription(String endpoint, String p256dh, String auth) {

    /** @throws IllegalArgumentException if it is none */
    URI address() {
        return URI.create(endpoint);
    }

    ECPublicKey key() throws GeneralSecurityException {
        return EcPoints.key(decoded(p256dh));
    }

    byte[] secret() throws GeneralSecurityException {
        byte[] secret = decoded(auth);
        if (secret.length != PushEncryption.SECRET_BYTES) {
            throw new InvalidKeyException("no authentication secret");
        }
        return secret;
    }

    private static byte[] decoded(String base64) throws GeneralSecurityException {
        try {
            return Base64.getUrlDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            throw new InvalidKeyException(malformed);
        }
    }

    @Override
    public String toString() {
        return "PushSubscription[of " + address().getHost() + "]";
    }
}
