package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.flashsale.commons.testing.Keys;
import io.flashsale.commons.testing.TestKeys;
import io.flashsale.commons.testing.Together;
import io.flashsale.order.OrderServiceFixture;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Signing up, logging in, and what tokens permit. */
class AccountIT extends OrderServiceFixture {

    @Autowired
    private JWKSource<SecurityContext> keys;

    @Autowired
    private AccountMapper accounts;

    private RSAKey signingKey;

    @BeforeEach
    void signingKey() throws Exception {
        var all = keys.get(new JWKSelector(new JWKMatcher.Builder().build()), null);
        signingKey = all.getFirst().toRSAKey();
    }

    @Test
    void shouldRenewAHashOfAnotherStrengthAtTheNextLogIn() {
        String name = newName();
        signUp(name, "correct horse");
        Account account = accounts.find(name).orElseThrow();
        String weaker = new BCryptPasswordEncoder(5).encode("correct horse");
        accounts.renewHash(account.id(), account.passwordHash(), weaker);

        assertProblem(logIn(name, "wrong horse"), "bad-credentials");
        assertThat(hashOf(name)).isEqualTo(weaker);

        assertStatus(logIn(name, "correct horse"), 200);
        String renewed = hashOf(name);
        assertThat(renewed).startsWith("$2a$04$");
        assertThat(accounts.find(name).orElseThrow().tokenVersion())
                .as("its sessions go on")
                .isEqualTo(account.tokenVersion());

        assertStatus(logIn(name, "correct horse"), 200);
        assertThat(hashOf(name)).isEqualTo(renewed);
    }

    private String hashOf(String name) {
        return accounts.find(name).orElseThrow().passwordHash();
    }

    @Test
    void shouldLetInWhoSignedUpAndNobodyElse() {
        String name = newName();
        Answer created = signUp(name, "correct horse");
        assertStatus(created, 201);
        assertThat(created.body().path("id").isString()).isTrue();
        assertThat(created.text("username")).isEqualTo(name);

        Answer in = logIn(name, "correct horse");
        assertStatus(in, 200);
        assertThat(Instant.parse(in.text("expiresAt"))).isAfter(Instant.now());
        assertStatus(call("GET", "/api/orders", in.text("token"), null), 200);

        assertProblem(logIn(name, "wrong horse"), "bad-credentials");
        assertProblem(logIn(newName(), "correct horse"), "bad-credentials");
        assertProblem(logIn("ünïcödé 秒杀", "x".repeat(500)), "bad-credentials");
        assertProblem(logIn(name, "x".repeat(500)), "bad-credentials");
    }

    @Test
    void shouldGiveANameToOneOfManyWhoWantIt() {
        String name = newName();
        String inCapitals = name.toUpperCase(Locale.ROOT);

        List<Integer> answers = Together.run(IntStream.range(0, 8)
                .<Callable<Integer>>mapToObj(i -> () -> signUp(i % 2 == 0 ? name : inCapitals, "a phrase of " + i)
                        .status())
                .toList());

        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
        assertProblem(signUp(name, "correct horse"), "username-taken");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "",
                "{not json",
                "{\"username\":\"ab\",\"password\":\"longenough\"}",
                "{\"username\":\"has space\",\"password\":\"longenough\"}",
                "{\"username\":\"<script>\",\"password\":\"longenough\"}",
                "{\"username\":\"someone\",\"password\":\"short\"}",
                "{\"username\":\"someone\",\"password\":\"四个汉字\"}",
                "{\"username\":\"someone\",\"password\":null}",
                "{\"username\":null,\"password\":\"longenough\"}",
                "{\"username\":\"someone\",\"password\":{\"a\":1}}",
                "{\"username\":\"someone\",\"password\":" + "\"ääääääääääääääääääääääääääääääääääääää\"}"
            })
    void shouldRefuseAccountsThatCannotBe(String body) {
        assertProblem(call("POST", "/api/accounts", "", body), 400, "invalid-request");
    }

    /** EdgeTests of the platform has every other bad token. */
    @Test
    void shouldTakeTokensOfItsOwnKeyOnly() {
        String ours = new Keys(signingKey).token("SHOPPER");
        assertStatus(call("GET", "/api/orders", ours, null), 200);
        String foreign = new Keys(TestKeys.second(signingKey.getKeyID())).token("SHOPPER");
        for (String token : List.of(foreign, "nonsense", "")) {
            assertProblem(call("GET", "/api/orders", token, null), "unauthenticated");
        }
    }

    /** MySQL lost the account: after a fail-over, or by the restore of a backup. Its token is good for two hours. */
    @Test
    void shouldNotGiveTheNumberOfALostAccountToTheNextOne() {
        String lost = newName();
        long number = Long.parseLong(signUp(lost, "correct horse").text("id"));
        String token = logIn(lost, "correct horse").text("token");
        update("DELETE FROM account WHERE id = " + number);
        update("ALTER TABLE account AUTO_INCREMENT = " + number); // as a dump and a replica have it

        long next = Long.parseLong(signUp(newName(), "correct horse").text("id"));
        assertThat(next).isNotEqualTo(number);
        String order = "/api/orders/" + placedFor(next);
        assertProblem(call("GET", order, token, null), "order-not-found");
        assertProblem(call("POST", order + "/cancellation", token, null), "order-not-found");
    }

    @Test
    void shouldPublishThePublicHalfOfTheKeyAndNoMore() {
        Answer keys = call("GET", "/.well-known/jwks.json", "", null);
        assertThat(keys.body().path("keys").path(0).path("kid").asString()).isEqualTo(signingKey.getKeyID());
        assertThat(keys.raw().body()).contains("\"n\"").doesNotContain("\"d\"", "\"p\"", "\"q\"");
    }

    @Test
    void shouldShowStockServiceATokenOfAService() throws Exception {
        get("/api/orders/" + newId(), 5);
        String token = STOCK.lastToken().substring("Bearer ".length());
        JWTClaimsSet claims = SignedJWT.parse(token).getJWTClaimsSet();
        assertThat(claims.getStringClaim("role")).isEqualTo("SERVICE");
        assertThat(claims.getSubject()).isEqualTo("0");
        assertThat(claims.getAudience()).contains("stock-service").doesNotContain("shop");
    }
}
