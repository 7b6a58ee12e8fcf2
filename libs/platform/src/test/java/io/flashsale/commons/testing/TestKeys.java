package io.flashsale.commons.testing;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.io.InputStream;
import java.text.ParseException;
import java.util.Objects;

/** Fixed RSA keys that sign tokens in tests; generating one takes longer than most tests. */
public final class TestKeys {

    private static final JWKSet KEYS = read();

    private TestKeys() {}

    public static RSAKey first(String id) {
        return key("first", id);
    }

    public static RSAKey second(String id) {
        return key("second", id);
    }

    public static RSAKey third(String id) {
        return key("third", id);
    }

    private static RSAKey key(String name, String id) {
        return new RSAKey.Builder(KEYS.getKeyByKeyId(name).toRSAKey()).keyID(id).build();
    }

    private static JWKSet read() {
        try (InputStream keys = TestKeys.class.getResourceAsStream("test-keys.json")) {
            return JWKSet.load(Objects.requireNonNull(keys));
        } catch (IOException | ParseException damaged) {
            throw new AssertionError(damaged);
        }
    }
}
