package io.flashsale.order.webpush;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPrivateKeySpec;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Against the example of RFC 8291, appendix A. */
class PushEncryptionTests {

    private static final String BROWSER =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

    private static byte[] bytes(String base64) {
        return Base64.getUrlDecoder().decode(base64);
    }

    private static KeyPair pair(String privateKey, String publicKey) throws GeneralSecurityException {
        ECPublicKey half = EcPoints.key(bytes(publicKey));
        ECPrivateKeySpec spec = new ECPrivateKeySpec(new BigInteger(1, bytes(privateKey)), half.getParams());
        return new KeyPair(half, (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(spec));
    }

    @Test
    void shouldEncryptAsTheStandardDoes() throws GeneralSecurityException {
        KeyPair ours = pair(
                "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        byte[] body = PushEncryption.encrypt(
                "When I grow up, I want to be a watermelon".getBytes(UTF_8),
                EcPoints.key(bytes(BROWSER)),
                bytes("BTBZMqHH6r4Tts7J_aSIgg"),
                ours,
                bytes("DGv6ra1nlYgDCS1FRnbzlw"));
        assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(body))
                .isEqualTo("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
                        + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
                        + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
    }

    @Test
    void shouldTakeNoKeyThatIsNoPointOfTheCurve() throws GeneralSecurityException {
        byte[] point = bytes(BROWSER);
        assertThat(EcPoints.bytes(EcPoints.key(point))).isEqualTo(point);
        byte[] beside = point.clone();
        beside[64] ^= 1;
        byte[] compressed = Arrays.copyOf(point, 33);
        byte[] zero = new byte[EcPoints.BYTES];
        zero[0] = 4;
        for (byte[] wrong : new byte[][] {beside, compressed, zero, new byte[0]}) {
            assertThatThrownBy(() -> EcPoints.key(wrong)).isInstanceOf(InvalidKeyException.class);
        }
    }
}
