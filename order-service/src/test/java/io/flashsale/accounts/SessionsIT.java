package io.flashsale.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.flashsale.accounts.Accounts.ConfiguredAdmin;
import io.flashsale.accounts.token.JwtIssuer;
import io.flashsale.accounts.token.OwnTokens;
import io.flashsale.commons.securitylog.SecurityLog;
import io.flashsale.commons.testing.RecordedLog;
import io.flashsale.order.OrderServiceFixture;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Guessing, changing and configuring passwords, and ending sessions. */
@Tag("long")
class SessionsIT extends OrderServiceFixture {

    private static final String PASSWORD = "correct horse";

    @RegisterExtension
    private final RecordedLog security = new RecordedLog(SecurityLog.NAME);

    @Autowired
    private JwtIssuer issuer;

    @Autowired
    private Accounts accounts;

    private String newAccount() {
        String name = newName();
        signUp(name, PASSWORD);
        return name;
    }

    private String tokenOf(String username) {
        return logIn(username, PASSWORD).text("token");
    }

    private Answer change(String token, String present, String fresh) {
        String body = json.writeValueAsString(Map.of("currentPassword", present, "newPassword", fresh));
        return call("POST", "/api/accounts/password", token, body);
    }

    /** Polls as the gateway does. */
    private List<JsonNode> ended(long account) {
        String gateway = OwnTokens.ofGateway(issuer);
        return call("GET", "/internal/sessions/ended?sinceMillis=0", gateway, null)
                .body()
                .path("ended")
                .valueStream()
                .filter(each -> each.path("accountId").asLong() == account)
                .toList();
    }

    /** Asserts that all sessions of the account up to the first token have ended, and that of the second has not. */
    private void assertEnded(String token, String fresh) throws ParseException {
        assertThat(ended(accountOf(token)))
                .singleElement()
                .satisfies(each -> assertThat(each.path("belowVersion").asLong())
                        .isGreaterThan(versionOf(token))
                        .isEqualTo(versionOf(fresh)));
    }

    private static JWTClaimsSet claims(String token) throws ParseException {
        return SignedJWT.parse(token).getJWTClaimsSet();
    }

    private static long accountOf(String token) throws ParseException {
        return Long.parseLong(claims(token).getSubject());
    }

    private static long versionOf(String token) throws ParseException {
        return claims(token).getLongClaim("ver");
    }

    @Test
    void shouldMakeWhoGuessesWaitWhetherTheNameIsKnownOrNot() {
        String known = newAccount();
        for (String name : List.of(known, newName())) {
            List<Answer> answers = IntStream.range(0, 60)
                    .mapToObj(n -> logIn(name, "wrong horse " + n))
                    .toList();
            assertThat(answers.subList(0, 10))
                    .allMatch(answer -> answer.problem().equals("bad-credentials"));
            Answer waits = answers.stream()
                    .filter(answer -> answer.problem().equals("rate-limited"))
                    .findFirst()
                    .orElseThrow();
            assertThat(waits.raw().headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isPositive();
        }
        assertThat(logIn(known.toUpperCase(Locale.ROOT), "wrong horse").problem())
                .as("one name, in whatever case")
                .isIn("rate-limited", "bad-credentials");
    }

    @Test
    void shouldLetTheHolderInWhileAStrangerGuessesWithoutEnd() {
        String name = newAccount();
        assertStatus(logIn(name, PASSWORD, "X-Forwarded-For", "198.51.100.5"), 200);
        for (int n = 0; n < 60; n++) {
            logIn(name, "wrong horse", "X-Forwarded-For", "192.0.2.66");
        }
        assertProblem(logIn(name, PASSWORD, "X-Forwarded-For", "192.0.2.66"), "rate-limited");
        assertThat(logIn(name, PASSWORD, "X-Forwarded-For", "198.51.100.77").status())
                .as("from where he has logged in before")
                .isEqualTo(200);
    }

    @Test
    void shouldNotTakeANameWithSpacesForAnotherSoThatGuessesAreCountedAnew() {
        String name = newAccount();
        assertStatus(logIn(name, PASSWORD), 200);
        for (String other : List.of(name + " ", name + "   ", " " + name, name + "\t", name + "\u0000")) {
            assertProblem(logIn(other, PASSWORD), "bad-credentials");
        }
    }

    @Test
    void shouldNotHoldWrongPasswordsAgainstWhoKnowsTheRightOne() {
        String name = newAccount();
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 5; i++) {
                assertProblem(logIn(name, "wrong horse"), "bad-credentials");
            }
            assertStatus(logIn(name, PASSWORD), 200);
        }
    }

    /** Hashing a right password takes as long as hashing a wrong one. */
    @Test
    void shouldLetNobodyLogInAgainAndAgain() {
        String name = newAccount();
        List<Answer> answers =
                IntStream.range(0, 14).mapToObj(n -> logIn(name, PASSWORD)).toList();
        assertThat(answers.subList(0, 10)).allMatch(answer -> answer.status() == 200);
        Answer waits = answers.getLast();
        assertProblem(waits, "rate-limited");
        assertThat(waits.raw().headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void shouldChangeThePasswordAndEndAllSessions() throws Exception {
        String name = newAccount();
        String token = tokenOf(name);

        assertProblem(change(token, "wrong horse", "another horse"), "wrong-password");
        assertProblem(change(token, PASSWORD, "short"), "invalid-request");
        assertProblem(change(token, PASSWORD, "password1"), "common-password");
        assertThat(ended(accountOf(token))).isEmpty();

        assertStatus(change(token, PASSWORD, "another horse"), 204);
        assertProblem(logIn(name, PASSWORD), "bad-credentials");
        assertEnded(token, logIn(name, "another horse").text("token"));
    }

    /** A shopper who knows their own password could otherwise keep all hashing threads busy. */
    @Test
    void shouldHashNothingForANewPasswordThatIsRefusedAnyway() {
        String token = tokenOf(newAccount());
        assertThat(IntStream.range(0, 20).mapToObj(n -> change(token, "wrong horse", "password1")))
                .allMatch(answer -> answer.problem().equals("common-password"));
    }

    @Test
    void shouldTakeNothingFromASignUpButNameAndPassword() throws Exception {
        String name = newName();
        Answer made = call("POST", "/api/accounts", "", """
                {"username": "%s", "password": "%s", "role": "ADMIN", "id": 1, "tokenVersion": 99, "passwordHash": "x"}
                """.formatted(name, PASSWORD));
        assertStatus(made, 201);
        assertThat(made.body().propertyNames()).as("and tells no more").containsExactlyInAnyOrder("id", "username");
        String token = tokenOf(name);
        assertThat(claims(token).getStringClaim("role")).isEqualTo("SHOPPER");
        assertThat(accountOf(token)).isNotEqualTo(1);
        assertThat(versionOf(token)).isZero();
        assertStatus(call("GET", "/api/admin/refunds", token, null), 403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "' OR '1'='1",
                "' OR 1=1 -- ",
                "admin' -- ",
                "x' UNION SELECT id, username, password_hash, role FROM account -- ",
                "\\' OR 1=1 #",
                "%"
            })
    void shouldTakeSqlForAText(String sql) {
        String name = newAccount();
        for (String typed : List.of(sql, name + sql)) {
            assertProblem(logIn(typed, PASSWORD), "bad-credentials");
            assertProblem(logIn(typed, sql), "bad-credentials");
        }
        assertProblem(logIn(name, sql), "bad-credentials");
        assertThat(logIn(name, PASSWORD).status()).as("and nothing has changed").isEqualTo(200);
    }

    @Test
    void shouldSlowDownWhoGuessesThePasswordThroughTheChange() {
        String token = tokenOf(newAccount());
        assertThat(IntStream.range(0, 60).mapToObj(n -> change(token, "wrong horse", "another horse")))
                .anyMatch(answer -> answer.problem().equals("rate-limited"));
    }

    @Test
    void shouldEndOneSessionOrAllOnceHoweverOftenATokenIsGivenUp() throws Exception {
        String name = newAccount();
        String first = tokenOf(name);
        String second = tokenOf(name);
        JWTClaimsSet givenUp = claims(first);
        assertThat(givenUp.getJWTID()).isNotEqualTo(claims(second).getJWTID());
        for (int i = 0; i < 3; i++) {
            assertStatus(call("POST", "/api/logout", first, null), 204);
        }
        assertThat(ended(accountOf(first))).singleElement().satisfies(each -> {
            assertThat(each.path("tokenId").asString()).isEqualTo(givenUp.getJWTID());
            assertThat(Instant.parse(each.path("expiresAt").asString()))
                    .as("longer than anybody forgives that it has expired")
                    .isAfterOrEqualTo(givenUp.getExpirationTime().toInstant().plusSeconds(30));
        });

        for (int i = 0; i < 3; i++) {
            assertStatus(call("POST", "/api/logout/everywhere", second, null), 204);
        }
        assertThat(ended(accountOf(first))).hasSize(2);
        String third = tokenOf(name);
        assertThat(versionOf(third)).isEqualTo(versionOf(second) + 1);
        call("POST", "/api/logout/everywhere", first, null);
        assertThat(versionOf(tokenOf(name)))
                .as("an old token ends no new session")
                .isEqualTo(versionOf(third));
    }

    @Test
    void shouldEndAllSessionsOfAnAccountForAnAdministratorAndForNobodyElse() throws Exception {
        String name = newAccount();
        String token = tokenOf(name);
        String path = "/api/admin/accounts/" + name + "/logout";

        assertStatus(call("POST", path, "", null), 401);
        assertStatus(call("POST", path, token, null), 403);
        assertThat(ended(accountOf(token))).isEmpty();

        assertStatus(asAdmin("POST", path), 204);
        assertEnded(token, tokenOf(name));
        await().untilAsserted(() -> assertThat(items("/api/admin/changes/orders"))
                .extracting(each -> each.path("path").asString() + " " + each.path("status"))
                .contains(path + " 204"));

        for (String nobody : List.of(newName(), "秒杀", "x")) {
            String encoded = URLEncoder.encode(nobody, StandardCharsets.UTF_8);
            assertProblem(asAdmin("POST", path.replace(name, encoded)), "not-found");
        }
    }

    @Test
    void shouldTellNobodyButTheGatewayWhichSessionsHaveEnded() {
        String path = "/internal/sessions/ended?sinceMillis=0";
        assertStatus(call("GET", path, "", null), 401);
        assertStatus(asAdmin("GET", path), 403);
        assertStatus(call("GET", path, token(7), null), 403);
    }

    @Test
    void shouldGiveAdministratorsShorterTokens() {
        Instant shopper = issuer.forAccount(7, "alice", "SHOPPER").expiresAt();
        Instant admin = issuer.forAccount(1, "admin", "ADMIN").expiresAt();
        assertThat(admin).isBefore(shopper.minus(Duration.ofHours(1)));
    }

    @Test
    void shouldGiveTheAdministratorANewPasswordOfTheConfigurationOnce() throws Exception {
        String name = newName();
        assertThat(accounts.configureAdmin(name, PASSWORD)).isEqualTo(ConfiguredAdmin.MADE);
        assertThat(accounts.configureAdmin(name, PASSWORD)).isEqualTo(ConfiguredAdmin.UNCHANGED);
        String token = tokenOf(name);

        assertThat(accounts.configureAdmin(name, "new horse of the environment"))
                .isEqualTo(ConfiguredAdmin.PASSWORD_CHANGED);
        assertProblem(logIn(name, PASSWORD), "bad-credentials");
        String fresh = logIn(name, "new horse of the environment").text("token");
        assertThat(ended(accountOf(token))).isNotEmpty();

        assertStatus(change(fresh, "new horse of the environment", "changed in the shop"), 204);
        assertThat(accounts.configureAdmin(name, "new horse of the environment"))
                .as("a restart does not bring back a password that was changed")
                .isEqualTo(ConfiguredAdmin.UNCHANGED);
        assertStatus(logIn(name, "changed in the shop"), 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "password", "admin-demo", "password1"})
    void shouldNotMakeAnAdministratorWhosePasswordAnybodyGuesses(String password) {
        String name = newName();
        assertThat(accounts.configureAdmin(name, password)).isEqualTo(ConfiguredAdmin.COMMON_PASSWORD);
        assertThat(accounts.configureAdmin(name, PASSWORD))
                .as("nothing was made")
                .isEqualTo(ConfiguredAdmin.MADE);
        assertThat(accounts.configureAdmin(name, password)).isEqualTo(ConfiguredAdmin.COMMON_PASSWORD);
        assertStatus(logIn(name, PASSWORD), 200);
    }

    @Test
    void shouldWriteWhatBecomesOfASessionIntoTheSecurityLog() {
        Logger logger = (Logger) LoggerFactory.getLogger(SecurityLog.NAME);
        logger.setLevel(Level.INFO); // tests log nothing below WARN
        String name = newName();
        try {
            signUp(name, PASSWORD);
            logIn(name, "wrong horse");
            String token = tokenOf(name);
            change(token, "wrong horse", "another horse");
            change(token, PASSWORD, "another horse");
            String fresh = logIn(name, "another horse").text("token");
            call("POST", "/api/logout", fresh, "", "X-Forwarded-For", "192.0.2.77");
            call("POST", "/api/logout/everywhere", logIn(name, "another horse").text("token"), "");
            call("POST", "/api/logout/everywhere", token, ""); // the token's session has ended, so this ends nothing
        } finally {
            logger.setLevel(null);
        }
        assertThat(security.lines())
                .filteredOn(line -> line.contains("name=" + name))
                .extracting(line -> line.replaceFirst(" account=\\d+ name=\\w+ address=", " "))
                .containsExactly(
                        "ACCOUNT_OPENED 127.0.0.1",
                        "LOG_IN_REFUSED 127.0.0.1",
                        "LOGGED_IN 127.0.0.1",
                        "PASSWORD_CHANGE_REFUSED 127.0.0.1",
                        "PASSWORD_CHANGED 127.0.0.1",
                        "LOGGED_IN 127.0.0.1",
                        "LOGGED_OUT 192.0.2.77",
                        "LOGGED_IN 127.0.0.1",
                        "LOGGED_OUT_EVERYWHERE 127.0.0.1");
    }

    @Test
    void shouldNotMakeAShopperAnAdministrator() {
        String name = newAccount();
        assertThat(accounts.configureAdmin(name, "whatever it is")).isEqualTo(ConfiguredAdmin.NAME_OF_A_SHOPPER);
        assertStatus(logIn(name, PASSWORD), 200);
    }

    @Test
    void shouldLetNobodyInWithAPasswordThatIsPrintedInTheDocumentation() {
        for (String printed : List.of("alice-demo", "admin-demo")) {
            String name = newName();
            accounts.register(name, printed, "ADMIN"); // as in a database that comes from a demo
            assertProblem(logIn(name, printed), "bad-credentials");
            assertProblem(signUp(newName(), printed), "common-password");
        }
    }
}
