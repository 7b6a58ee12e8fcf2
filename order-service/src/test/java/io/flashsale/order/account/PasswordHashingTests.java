package io.flashsale.order.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PasswordHashingTests {

    private final PasswordHashing passwords =
            new PasswordHashing(new AccountProperties(null, null, List.of(), false, 4, false));

    @Test
    void shouldKnowAPasswordAgain() {
        String hash = passwords.hash("correct horse");
        assertThat(passwords.matches("correct horse", hash)).isTrue();
        assertThat(passwords.matches("wrong horse", hash)).isFalse();
        assertThat(passwords.hash("correct horse")).isNotEqualTo(hash);
    }

    @Test
    void shouldMatchNothingWithoutAnAccountNotEvenTheStandIn() {
        assertThat(passwords.matches("the password of nobody", null)).isFalse();
        assertThat(passwords.matches("anything", null)).isFalse();
    }

    @Test
    void shouldMatchNothingWhereThereIsNoPassword() {
        assertThat(passwords.matches("*", PasswordHashing.NO_PASSWORD)).isFalse();
        assertThat(passwords.matches("the password of nobody", PasswordHashing.NO_PASSWORD))
                .isFalse();
    }

    @Test
    void shouldNotTakeALongerPasswordForTheOneItBeginsWith() {
        String longest = "x".repeat(PasswordHashing.MAX_BYTES);
        String hash = passwords.hash(longest);
        assertThat(passwords.matches(longest, hash)).isTrue();
        assertThat(passwords.matches(longest + "y", hash)).isFalse();
    }

    @Test
    void shouldLeaveAProcessorToThoseWhoBuy() {
        assertThat(PasswordHashing.threads(1)).isEqualTo(1);
        assertThat(PasswordHashing.threads(2)).isEqualTo(1);
        assertThat(PasswordHashing.threads(8)).isEqualTo(7);
    }
}
