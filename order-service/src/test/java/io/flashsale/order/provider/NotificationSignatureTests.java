package io.flashsale.order.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotificationSignatureTests {

    private static final Clock NOW = Clock.fixed(Instant.ofEpochSecond(1_700_000_000), ZoneOffset.UTC);
    private static final byte[] BODY = "{\"orderId\":\"1\"}".getBytes(StandardCharsets.UTF_8);

    private final NotificationSignature signatures = new NotificationSignature("secret", NOW);

    /** printf '1700000000.{"orderId":"1"}' | openssl dgst -sha256 -hmac secret */
    @Test
    void shouldSignAsAnybodyElseWould() {
        assertThat(signatures.sign(BODY))
                .isEqualTo("t=1700000000,v1=1e918fb7109a44b3948c70c2d51c4df62894b6a5f25450f4362e44da36efeef3");
    }

    @Test
    void shouldAcceptItsOwnSignatureWithinTheTolerance() {
        String signature = signatures.sign(BODY);
        Duration tolerance = NotificationSignature.TOLERANCE;
        assertThat(at(tolerance).isValid(signature, BODY)).isTrue();
        assertThat(at(tolerance.negated()).isValid(signature, BODY)).isTrue();
        assertThat(at(tolerance.plusSeconds(1)).isValid(signature, BODY)).isFalse();
        assertThat(at(tolerance.plusSeconds(1).negated()).isValid(signature, BODY))
                .isFalse();
    }

    private static NotificationSignature at(Duration later) {
        return new NotificationSignature("secret", Clock.offset(NOW, later));
    }

    @Test
    void shouldRefuseAnotherBodyAnotherSecretAndAnotherTime() {
        String signature = signatures.sign(BODY);
        assertThat(signatures.isValid(signature, new byte[0])).isFalse();
        assertThat(new NotificationSignature("Secret", NOW).isValid(signature, BODY))
                .isFalse();
        assertThat(signatures.isValid(signature.replace("t=1700000000", "t=1700000001"), BODY))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "t=,v1=", "v1=00",
                "t=1700000000,v1=00", "t=99999999999999999999,v1=00", "t=1700000000",
                "garbage"
            })
    void shouldRefuseWhatIsNoSignature(String signature) {
        assertThat(signatures.isValid(signature, BODY)).isFalse();
        assertThat(signatures.isValid(null, BODY)).isFalse();
    }
}
