package io.flashsale.entry.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.signature.SharedSecret;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ProofOfWorkTests {

    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");
    private static final Duration TTL = Duration.ofMinutes(5);

    private final ProofOfWork work = of("a-secret-of-tests", null, NOW);

    private static ProofOfWork of(String secret, @Nullable String previous, Instant now) {
        return new ProofOfWork(
                new SharedSecret(secret, previous), TTL, Clock.fixed(now, ZoneOffset.UTC), JsonMapper.shared());
    }

    @Test
    void shouldAcceptWhoDidTheWork() {
        Challenge challenge = work.challenge(5, 7, 300);
        assertThat(challenge.maxnumber()).isEqualTo(300);
        assertThat(challenge.expiresAt()).isEqualTo(NOW.plus(TTL));
        assertThat(work.check(Solver.solve(challenge), 5, 7)).isEqualTo(new Checked.Done(300));
        String anotherNumber = Solver.proof(challenge.challenge(), 301, challenge.salt(), challenge.signature());
        assertThat(work.check(anotherNumber, 5, 7)).isEqualTo(new Checked.Wrong());
        assertThat(work.check(Solver.solve(work.challenge(5, 7, 1)), 5, 7)).isEqualTo(new Checked.Done(1));
    }

    @Test
    void shouldRefuseTheProofOfAnotherSaleAndOfAnotherShopper() {
        String proof = Solver.solve(work.challenge(5, 7, 300));
        assertThat(work.check(proof, 6, 7)).isEqualTo(new Checked.Wrong());
        assertThat(work.check(proof, 5, 8)).isEqualTo(new Checked.Wrong());
    }

    @Test
    void shouldRefuseWhatIsSolvedTooLate() {
        String proof = Solver.solve(work.challenge(5, 7, 300));
        assertThat(of("a-secret-of-tests", null, NOW.plus(TTL).minusMillis(1)).check(proof, 5, 7))
                .isInstanceOf(Checked.Done.class);
        assertThat(of("a-secret-of-tests", null, NOW.plus(TTL)).check(proof, 5, 7))
                .isEqualTo(new Checked.Expired());
    }

    @Test
    void shouldRefuseAChallengeThatWasMadeEasierOrLastsLonger() {
        Challenge hard = work.challenge(5, 7, 300);
        for (String salt : new String[] {
            hard.salt().replace("difficulty=300", "difficulty=3"), hard.salt().replace("expires=1", "expires=9")
        }) {
            assertThat(salt).isNotEqualTo(hard.salt());
            String own = Solver.proof(ProofOfWork.hash(salt, 0), 0, salt, hard.signature());
            assertThat(work.check(own, 5, 7)).isEqualTo(new Checked.Wrong());
            String asBefore = Solver.proof(hard.challenge(), 0, salt, hard.signature());
            assertThat(work.check(asBefore, 5, 7)).isEqualTo(new Checked.Wrong());
        }
    }

    /** Otherwise digits of the number could pass for the end of the salt, or the reverse. */
    @Test
    void shouldReadSaltAndNumberInOneWayOnly() {
        Challenge challenge = work.challenge(5, 7, 300);
        long number =
                Long.parseLong(new String(Base64.getDecoder().decode(Solver.solve(challenge)), StandardCharsets.UTF_8)
                        .replaceAll(".*\"number\": (\\d+).*", "$1"));
        String digits = Long.toString(number);
        String longer = challenge.salt() + digits.charAt(0);
        String rest = digits.length() == 1 ? "0" : digits.substring(1);
        String spliced = Solver.proof(challenge.challenge(), Long.parseLong(rest), longer, challenge.signature());
        assertThat(work.check(spliced, 5, 7)).isEqualTo(new Checked.Wrong());
    }

    @Test
    void shouldAcceptWhatThePreviousSecretSigned() {
        String proof = Solver.solve(work.challenge(5, 7, 300));
        assertThat(of("the-secret-after-it", "a-secret-of-tests", NOW).check(proof, 5, 7))
                .isInstanceOf(Checked.Done.class);
        assertThat(of("the-secret-after-it", null, NOW).check(proof, 5, 7)).isEqualTo(new Checked.Wrong());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no base64!",
                "e30=",
                "bnVsbA==",
                "W10=",
                "eyJudW1iZXIiOiJ4In0=",
                "eyJhbGdvcml0aG0iOiJTSEEtMSIsImNoYWxsZW5nZSI6IngiLCJudW1iZXIiOjEsInNhbHQiOiJ4Iiwic2lnbmF0dXJlIjoieCJ9"
            })
    void shouldRefuseRubbish(String proof) {
        assertThat(work.check(proof, 5, 7)).isEqualTo(new Checked.Wrong());
        assertThat(work.check("x".repeat(1_000_000), 5, 7)).isEqualTo(new Checked.Wrong());
    }
}
