package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.flashsale.accounts.testing.OpenIdProvider;
import io.flashsale.accounts.token.OwnTokens;
import io.flashsale.commons.testing.Keys;
import io.flashsale.commons.testing.TestKeys;
import io.flashsale.commons.testing.Together;
import io.flashsale.contracts.session.ProviderLogIns;
import java.text.ParseException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;

/** Logging in with a real OpenID provider, at an instance that has one; the other instance of this test has none. */
class ProviderLogInIT extends ProviderLogInFixture {

    private static final String OWN_PASSWORD = "correct horse";

    private static OpenIdProvider provider;
    private static ConfigurableApplicationContext shop;

    @BeforeAll
    static void shopWithAProvider() {
        provider = OpenIdProvider.start(REDIRECT_URI);
        shop = startInstance(settings(provider.issuer()));
    }

    @AfterAll
    static void close() {
        shop.close();
        provider.close();
    }

    @AfterEach
    void honestAgain() {
        provider.changeIdTokens(claims -> {});
        provider.forgeTokens(SignedJWT::serialize);
    }

    private Answer begin(String then) {
        return ask(portOf(shop), ProviderLogIns.BEGIN_PATH, Map.of("then", then));
    }

    private Answer finish(Map<String, String> returned) {
        return ask(portOf(shop), ProviderLogIns.FINISH_PATH, returned);
    }

    private Answer logInAtProvider(String username) {
        return finish(returning(begin("/orders"), username));
    }

    @Test
    void shouldEndInASessionOfOurOwn() throws Exception {
        String name = newName();
        Answer answer = logInAtProvider(name);
        assertStatus(answer, 200);
        assertThat(answer.text("then")).isEqualTo("/orders");
        assertThat(claim(answer, "iss")).isEqualTo("flash-sale");
        assertThat(claim(answer, "username")).isEqualTo(name);
        assertThat(claim(answer, "role")).isEqualTo("SHOPPER");
        assertThat(call("GET", "/api/orders", answer.text("token"), null).status())
                .as("at an instance that does not know the provider")
                .isEqualTo(200);
    }

    @Test
    void shouldKnowTheSameUserAgainAndGiveTheAccountNoPassword() throws Exception {
        String name = newName();
        Answer first = logInAtProvider(name);
        Answer second = logInAtProvider(name);
        assertThat(claim(second, "sub")).isEqualTo(claim(first, "sub"));
        assertThat(claim(second, "jti")).isNotEqualTo(claim(first, "jti"));
        assertThat(claim(second, "no_password")).isEqualTo("true");

        for (String password : List.of("*", OWN_PASSWORD, OpenIdProvider.PASSWORD)) {
            assertProblem(logIn(name, password), "bad-credentials");
        }
        String change = json.writeValueAsString(Map.of("currentPassword", "*", "newPassword", OWN_PASSWORD));
        assertProblem(call("POST", "/api/accounts/password", first.text("token"), change), "no-password");
    }

    @Test
    void shouldOpenOneAccountWhenAUserLogsInFromTwoBrowsersAtOnce() throws Exception {
        String name = newName();
        List<Map<String, String>> browsers =
                List.of(returning(begin("/"), name), returning(begin("/"), name), returning(begin("/"), name));
        List<String> accounts = Together.run(browsers.stream()
                .<Callable<String>>map(browser -> () -> claim(finish(browser), "sub"))
                .toList());
        assertThat(accounts).hasSize(3).containsOnly(accounts.getFirst());
    }

    @Test
    void shouldLeaveAnAccountAloneThatHasTheSameName() throws Exception {
        String name = newName();
        signUp(name, OWN_PASSWORD);
        Answer own = logIn(name, OWN_PASSWORD);
        Answer ofProvider = logInAtProvider(name);
        assertThat(claim(ofProvider, "sub")).isNotEqualTo(claim(own, "sub"));
        assertThat(claim(ofProvider, "username")).startsWith(name + "-").hasSizeLessThanOrEqualTo(32);
        assertStatus(logIn(name, OWN_PASSWORD), 200);
    }

    @Test
    void shouldMakeAnAdministratorOnlyOfThoseWhomTheClaimNamesAndAsLongAsItDoes() throws Exception {
        String name = "boss-" + newName();
        Answer admin = logInAtProvider(name);
        assertThat(claim(admin, "role")).isEqualTo("ADMIN");
        provider.changeIdTokens(claims -> claims.claim(OpenIdProvider.GROUPS, List.of("customers")));
        Answer shopper = logInAtProvider(name);
        assertThat(claim(shopper, "sub")).isEqualTo(claim(admin, "sub"));
        assertThat(claim(shopper, "role")).isEqualTo("SHOPPER");
        assertThat(claim(shopper, "ver")).as("the administrator's tokens end").isEqualTo("1");
    }

    @Test
    void shouldRefuseAStateOfAnotherAttemptAndNoState() {
        Map<String, String> returned = returning(begin("/"), newName());
        Map<String, String> other = new HashMap<>(returned);
        other.put("attempt", begin("/").text("attempt"));
        assertProblem(finish(other), "log-in-not-confirmed");
        Map<String, String> without = new HashMap<>(returned);
        without.remove("state");
        assertProblem(finish(without), "log-in-not-confirmed");
        assertStatus(finish(returned), 200);
    }

    @Test
    void shouldRefuseACodeThatWasUsedBefore() {
        Map<String, String> returned = returning(begin("/"), newName());
        assertStatus(finish(returned), 200);
        assertProblem(finish(returned), "log-in-not-confirmed");
    }

    @Test
    void shouldTakeOnlyAttemptsOfItsOwn() {
        Map<String, String> returned = returning(begin("/"), newName());
        for (String attempt : List.of("", "nonsense", OwnTokens.ofGateway(issuer))) {
            returned.put("attempt", attempt);
            assertProblem(finish(returned), "log-in-not-confirmed");
        }
        String attempt = begin("/").text("attempt");
        assertStatus(call("GET", "/api/orders", attempt, null), 401);
    }

    @Test
    void shouldPassOnThatTheUserChangedTheirMind() {
        String attempt = begin("/").text("attempt");
        for (Map<String, String> answer :
                List.of(Map.of("error", "access_denied"), Map.of("error", "\n"), Map.of("code", ""))) {
            Map<String, String> returned = new HashMap<>(answer);
            returned.put("attempt", attempt);
            assertProblem(finish(returned), "log-in-not-confirmed");
        }
    }

    private enum Forgery {
        NONCE(claims -> claims.claim("nonce", "of-another-attempt")),
        NO_NONCE(claims -> claims.claims(all -> all.remove("nonce"))),
        ISSUER(claims -> claims.issuer("http://elsewhere.example")),
        SUBJECT(claims -> claims.subject("pat ")),
        AUDIENCE(claims -> claims.audience(List.of("another-shop"))),
        EXPIRED(claims -> claims.issuedAt(Instant.now().minusSeconds(7200))
                .expiresAt(Instant.now().minusSeconds(3600)));

        private final Consumer<JwtClaimsSet.Builder> change;

        Forgery(Consumer<JwtClaimsSet.Builder> change) {
            this.change = change;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAnIdTokenThatIsNotForThisLogIn(Forgery forgery) {
        provider.changeIdTokens(forgery.change);
        assertProblem(logInAtProvider(newName()), "log-in-not-confirmed");
    }

    private enum Signature {
        /** It has the id of the provider's key. */
        OF_A_FOREIGN_KEY(token -> new Keys(TestKeys.second(token.getHeader().getKeyID())).sign(claimsOf(token))),
        /** Its header says {@code alg: none}. */
        NONE(token -> Keys.unsigned(claimsOf(token)));

        private final Function<SignedJWT, String> forger;

        Signature(Function<SignedJWT, String> forger) {
            this.forger = forger;
        }

        private static JWTClaimsSet claimsOf(SignedJWT token) {
            try {
                return token.getJWTClaimsSet();
            } catch (ParseException fault) {
                throw new AssertionError(fault);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAnIdTokenThatTheProviderHasNotSigned(Signature signature) {
        provider.forgeTokens(signature.forger);
        assertProblem(logInAtProvider(newName()), "log-in-not-confirmed");
    }

    @Test
    void shouldTakeIdTokensOfAClockThatIsHalfAMinuteOff() {
        for (int seconds : List.of(30, -30)) {
            Instant now = Instant.now().plusSeconds(seconds);
            provider.changeIdTokens(
                    claims -> claims.issuedAt(now.minusSeconds(1)).expiresAt(now));
            assertStatus(logInAtProvider(newName()), 200);
        }
    }

    @Test
    void shouldTakeANewKeyOfTheProviderAtOnce() {
        assertStatus(logInAtProvider(newName()), 200);
        provider.replaceKeys();
        assertStatus(logInAtProvider(newName()), 200);
    }

    @Test
    void shouldOpenPagesOfTheShopOnly() {
        for (String elsewhere : List.of("//elsewhere.example/", "/\\elsewhere.example", "https://elsewhere.example/")) {
            Map<String, String> returned = returning(begin(elsewhere), newName());
            assertThat(finish(returned).text("then")).isEqualTo("/");
        }
    }

    @Test
    void shouldSayThatTheProviderIsAwayAndLetOwnAccountsIn() {
        OpenIdProvider gone = OpenIdProvider.start(REDIRECT_URI);
        try (ConfigurableApplicationContext instance = startInstance(settings(gone.issuer()))) {
            gone.close();
            assertProblem(ask(portOf(instance), ProviderLogIns.BEGIN_PATH, Map.of()), "log-in-provider-unavailable");
            String name = newName();
            signUp(name, OWN_PASSWORD);
            String body = json.writeValueAsString(Map.of("username", name, "password", OWN_PASSWORD));
            assertStatus(callAt(portOf(instance), "POST", "/api/login", "", body), 200);
        }
    }

    @Test
    void shouldSayThatTheProviderIsAwayBeforeItExchangesTheCode() {
        OpenIdProvider going = OpenIdProvider.start(REDIRECT_URI);
        try (ConfigurableApplicationContext instance = startInstance(settings(going.issuer()))) {
            Map<String, String> returned =
                    returning(ask(portOf(instance), ProviderLogIns.BEGIN_PATH, Map.of()), newName());
            going.close();
            assertProblem(ask(portOf(instance), ProviderLogIns.FINISH_PATH, returned), "log-in-provider-unavailable");
        }
    }

    @Test
    void shouldNameTheProviderOnlyIfThereIsOne() {
        assertThat(callAt(portOf(shop), "GET", "/api/login", "", null).text("provider"))
                .isEqualTo("Example ID");
        assertThat(call("GET", "/api/login", "", null).body().path("provider").isNull())
                .isTrue();
        assertProblem(ask(port, ProviderLogIns.BEGIN_PATH, Map.of()), "not-found");
        assertProblem(ask(port, ProviderLogIns.FINISH_PATH, Map.of("attempt", "")), "not-found");
    }

    @Test
    void shouldLogInForTheGatewayOnly() throws Exception {
        Answer shopper = logInAtProvider(newName());
        for (String token : List.of("", shopper.text("token"))) {
            assertThat(callAt(portOf(shop), "POST", ProviderLogIns.BEGIN_PATH, token, "{}")
                            .status())
                    .isIn(401, 403);
        }
    }
}
