package io.flashsale.accounts.guessing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommonPasswordsTests {

    private final CommonPasswords passwords = new CommonPasswords();

    @Test
    void areManyMoreThanAnybodyTriesFirst() {
        assertThat(passwords.size()).isGreaterThan(3_000 * 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trustno1", "black123", "TRUSTNO1", "basketball",
                "michelle", "Woaini1314", "contraseña", "flash-sale",
                "summer2026", "alice-demo", "zzzzzzzzz"
            })
    void areRefused(String password) {
        assertThat(passwords.includes(password, "somebody")).isTrue();
    }

    @Test
    void areWhatTheAccountIsCalledToo() {
        assertThat(passwords.includes("Quite-A-Name", "quite-a-name")).isTrue();
        assertThat(passwords.includes("Quite-A-Name", "somebody")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"correct horse", "of-the-system-tests", "秒杀到手的是谁呢", "# a comment"})
    void areNoneThatTakesMoreThanALookIntoAList(String password) {
        assertThat(passwords.includes(password, "somebody")).isFalse();
    }
}
