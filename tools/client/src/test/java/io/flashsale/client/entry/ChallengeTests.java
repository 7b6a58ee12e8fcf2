package io.flashsale.client.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ChallengeTests {

    private static final String SALT = "0123?difficulty=1000&expires=1&sale=1&user=1&";

    private static Challenge challenge(long hidden, long maxnumber) throws Exception {
        byte[] text = (SALT + hidden).getBytes(StandardCharsets.UTF_8);
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        return new Challenge(true, "SHA-256", hash, SALT, maxnumber, "signed");
    }

    @Test
    void shouldFindTheNumberAndSendItAsTheBrowserDoes() throws Exception {
        Challenge challenge = challenge(777, 1_000);
        byte[] proof = Base64.getDecoder().decode(challenge.solve().orElseThrow());
        JsonNode solution = JsonMapper.shared().readTree(proof);
        assertThat(solution.path("number").asLong()).isEqualTo(777);
        assertThat(solution.path("algorithm").asString()).isEqualTo("SHA-256");
        assertThat(solution.path("challenge").asString()).isEqualTo(challenge.challenge());
        assertThat(solution.path("salt").asString()).isEqualTo(SALT);
        assertThat(solution.path("signature").asString()).isEqualTo("signed");
    }

    @Test
    void shouldFindTheFirstAndTheLastNumber() throws Exception {
        assertThat(challenge(0, 10).solve()).isPresent();
        assertThat(challenge(10, 10).solve()).isPresent();
    }

    @Test
    void shouldGiveUpWhereNoNumberFits() throws Exception {
        assertThat(challenge(11, 10).solve()).isEmpty();
    }

    @Test
    void shouldDoNothingWhereNothingIsNeeded() throws Exception {
        assertThat(new Challenge(false, null, null, null, null, null).solve()).isEmpty();
    }

    @Test
    void shouldStopWhenInterrupted() throws Exception {
        Challenge endless = challenge(0, 1_000_000_000);
        Challenge unsolvable =
                new Challenge(true, "SHA-256", "00".repeat(32), SALT, endless.maxnumber(), endless.signature());
        Thread.currentThread().interrupt();
        assertThatThrownBy(unsolvable::solve).isInstanceOf(InterruptedException.class);
    }
}
