package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.SignedJWT;
import io.flashsale.commons.testing.Keys;
import io.flashsale.commons.testing.TestKeys;
import io.flashsale.commons.testing.Together;
import io.flashsale.order.OrderServiceFixture;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Signing up, logging in, and what tokens permit. */
class AccountIT extends OrderServiceFixture {

    @Autowired
    private JWKSource<SecurityContext> keys;

    private RSAKey signingKey;

    @BeforeEach
    void signingKey() throws Exception {
        var all = keys.get(new JWKSelector(new JWKMatcher.Builder().build()), null);
        signingKey = all.getFirst().toRSAKey();
    }

    private static String newName() {
        return "u" + Long.toString(newId(), 36);
    }

    @Test
    void shouldLetInWhoSignedUpAndNobodyElse() {
        String name = newName();
        Answer created = signUp(name, "correct horse");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body().path("id").isString()).isTrue();
        assertThat(created.text("username")).isEqualTo(name);

        Answer in = logIn(name, "correct horse");
        assertThat(in.status()).isEqualTo(200);
        assertThat(Instant.parse(in.text("expiresAt"))).isAfter(Instant.now());
        assertThat(call("GET", "/api/orders", in.text("token"), null).status()).isEqualTo(200);

        assertThat(logIn(name, "wrong horse").problem()).isEqualTo("bad-credentials");
        assertThat(logIn(newName(), "correct horse").problem()).isEqualTo("bad-credentials");
        assertThat(logIn("ünïcödé 秒杀", "x".repeat(500)).problem()).isEqualTo("bad-credentials");
        assertThat(logIn(name, "x".repeat(500)).problem()).isEqualTo("bad-credentials");
    }

    @Test
    void shouldGiveANameToOneOfManyWhoWantIt() {
        String name = newName();
        List<Callable<Integer>> rivals = IntStream.range(0, 8)
                .<Callable<Integer>>mapToObj(i ->
                        () -> signUp(i % 2 == 0 ? name : name.toUpperCase(java.util.Locale.ROOT), "a phrase of " + i)
                                .status())
                .toList();

        List<Integer> answers = Together.run(rivals);

        assertThat(answers)
                .containsOnly(201, 409)
                .filteredOn(status -> status == 201)
                .hasSize(1);
        assertThat(signUp(name, "correct horse").problem()).isEqualTo("username-taken");
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
        Answer answer = call("POST", "/api/accounts", "", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
    }

    /** EdgeTests of the platform has every other bad token. */
    @Test
    void shouldTakeTokensOfItsOwnKeyOnly() {
        String ours = new Keys(signingKey).token("SHOPPER");
        assertThat(call("GET", "/api/orders", ours, null).status()).isEqualTo(200);
        String foreign = new Keys(TestKeys.second(signingKey.getKeyID())).token("SHOPPER");
        for (String token : List.of(foreign, "nonsense", "")) {
            assertThat(call("GET", "/api/orders", token, null).problem()).isEqualTo("unauthenticated");
        }
    }

    /** MySQL lost the account: after a fail-over, or by the restore of a backup. Its token is good for two hours. */
    @Test
    void shouldNotGiveTheNumberOfALostAccountToTheNextOne() {
        String lost = newName();
        long number = Long.parseLong(signUp(lost, "correct horse").text("id"));
        String token = logIn(lost, "correct horse").text("token");
        jdbc.sql("DELETE FROM account WHERE id = " + number).update();
        jdbc.sql("ALTER TABLE account AUTO_INCREMENT = " + number).update(); // as a dump and a replica have it

        long next = Long.parseLong(signUp(newName(), "correct horse").text("id"));
        assertThat(next).isNotEqualTo(number);
        long order = newId();
        long sale = newId();
        STOCK.stock(sale, 1);
        send(reservation(order, sale, next));
        awaitStatus(List.of(order), "AWAITING_PAYMENT");
        assertThat(call("GET", "/api/orders/" + order, token, null).problem()).isEqualTo("order-not-found");
        assertThat(call("POST", "/api/orders/" + order + "/cancellation", token, null)
                        .problem())
                .isEqualTo("order-not-found");
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
        SignedJWT token = SignedJWT.parse(STOCK.lastToken().substring("Bearer ".length()));
        assertThat(token.getJWTClaimsSet().getStringClaim("role")).isEqualTo("SERVICE");
        assertThat(token.getJWTClaimsSet().getSubject()).isEqualTo("0");
        assertThat(token.getJWTClaimsSet().getAudience())
                .contains("stock-service")
                .doesNotContain("shop");
    }
}
