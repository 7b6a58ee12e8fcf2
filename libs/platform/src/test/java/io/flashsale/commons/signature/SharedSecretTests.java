package io.flashsale.commons.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SharedSecretTests {

    private final SharedSecret secret = new SharedSecret("Jefe", null);

    /** Test case 2 of RFC 4231. */
    @Test
    void shouldSignWithHmacSha256() {
        assertThat(HexFormat.of().formatHex(secret.sign("what do ya want for nothing?")))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @Test
    void shouldTakeWhatTheCurrentOrThePreviousSecretHasSigned() {
        SharedSecret changed = new SharedSecret("the next one", "Jefe");
        assertThat(changed.hasSigned("text", secret.sign("text"))).isTrue();
        assertThat(changed.hasSigned("text", changed.sign("text"))).isTrue();
        assertThat(secret.hasSigned("text", changed.sign("text"))).isFalse();
        assertThat(changed.hasSigned("other text", secret.sign("text"))).isFalse();
        assertThat(changed.hasSigned("text", new byte[0])).isFalse();
    }

    @Test
    void shouldTakeNothingThatWasSignedForAnotherPurpose() {
        SharedSecret derived = secret.derive("proof of work");
        assertThat(secret.hasSigned("text", derived.sign("text"))).isFalse();
        assertThat(derived.hasSigned("text", secret.sign("text"))).isFalse();
        assertThat(new SharedSecret("the next one", "Jefe")
                        .derive("proof of work")
                        .hasSigned("text", derived.sign("text")))
                .isTrue();
    }
}
