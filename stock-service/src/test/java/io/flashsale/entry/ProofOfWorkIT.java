package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.commons.signature.SharedSecret;
import io.flashsale.commons.testing.Together;
import io.flashsale.entry.proof.ProofOfWork;
import io.flashsale.entry.proof.Solver;
import io.flashsale.entry.redis.EntryKeys;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Value;
import tools.jackson.databind.JsonNode;

/** Sales that ask for work at the entrance, and rules that ask some shoppers for more. */
class ProofOfWorkIT extends EntryFixture {

    private static final String QUEUE = "{\"mode\": \"QUEUE\", \"rate\": 1000, \"difficulty\": 200}";
    private static final String TICKET = "{\"mode\": \"TICKET\", \"difficulty\": 200}";

    @Value("${flashsale.entry.secret}")
    private String secret = "";

    private Answer challenge(long sale, String token, String... headers) {
        Answer answer = call("GET", path(sale) + "/proof", token, "", headers);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
        assertThat(answer.raw().headers().firstValue("Cache-Control")).contains("no-store");
        return answer;
    }

    private static String solved(Answer challenge) {
        JsonNode body = challenge.body();
        return Solver.solve(
                body.path("challenge").asString(),
                body.path("salt").asString(),
                body.path("maxnumber").asLong(),
                body.path("signature").asString());
    }

    private String proof(long sale, long user) {
        return solved(challenge(sale, shopper(user)));
    }

    private Answer enter(long sale, String token, String proof, String... headers) {
        return call("POST", path(sale), token, "{\"proof\": \"" + proof + "\"}", headers);
    }

    private Answer enter(long sale, long user, String proof) {
        return enter(sale, shopper(user), proof);
    }

    private static String refusalsOf(long sale) {
        return "/api/admin/sales/" + sale + "/entry/refusals";
    }

    private List<String> refusals(long sale) {
        return refusals(sale, "");
    }

    private List<String> refusals(long sale, String query) {
        JsonNode items =
                call("GET", refusalsOf(sale) + query, admin(), "").body().path("items");
        return items.valueStream()
                .map(item -> item.path("userId").asString() + " "
                        + item.path("reason").asString())
                .toList();
    }

    @Test
    void shouldGiveANumberToWhoDidTheWorkAndNoOther() {
        long sale = sale(QUEUE, 5, later());
        assertThat(get("/api/sales/" + sale).body().at("/entry/difficulty").asInt())
                .isEqualTo(200);
        assertThat(enter(sale, 7).problem()).isEqualTo("proof-of-work-required");
        Answer entered = enter(sale, 7, proof(sale, 7));
        assertThat(entered.status()).as(entered.raw().body()).isEqualTo(200);

        assertThat(enter(sale, 7).body().path("number").asLong())
                .as("who has a number needs no more work")
                .isEqualTo(entered.body().path("number").asLong());
        assertThat(challenge(sale, shopper(7)).body().path("needed").asBoolean())
                .isFalse();
    }

    @Test
    void shouldAskForNoWorkWhereTheSaleDoesNot() {
        long sale = sale("{\"mode\": \"QUEUE\"}", 5, open());
        assertThat(challenge(sale, shopper(7)).body().toString()).isEqualTo("{\"needed\":false}");
        assertThat(enter(sale, 7).status()).isEqualTo(200);
        String open = path(openSale(1));
        assertThat(call("GET", open + "/proof", shopper(7), "").problem()).isEqualTo("entry-not-needed");
        assertThat(call("GET", path(999_999) + "/proof", shopper(7), "").problem())
                .isEqualTo("sale-not-found");
        assertThat(call("GET", path(sale) + "/proof", "", "").problem()).isEqualTo("unauthenticated");
    }

    @Test
    void shouldRefuseProofsOfOthersForgedExpiredAndTooEasyOnes() {
        long sale = sale(QUEUE, 5, open());
        Instant now = Instant.now();
        String others = proof(sale, 8);
        String forged = made("another-secret-of-tests", sale, 200, now);
        String expired = made(secret, sale, 200, now.minusSeconds(400));
        String tooEasy = made(secret, sale, 199, now);
        assertThat(enter(sale, 7, others).problem()).isEqualTo("proof-of-work-wrong");
        assertThat(enter(sale, 7, forged).problem()).isEqualTo("proof-of-work-wrong");
        assertThat(enter(sale, 7, expired).problem()).isEqualTo("proof-of-work-expired");
        assertThat(enter(sale, 7, tooEasy).problem()).isEqualTo("proof-of-work-required");
        assertThat(enter(sale, 7, made(secret, sale, 200, now)).status()).isEqualTo(200);
        assertThat(refusals(sale)).containsExactly("7 bad-proof");
    }

    /** A proof for user 7. */
    private String made(String secret, long sale, long difficulty, Instant at) {
        var challenge = new ProofOfWork(
                        new SharedSecret(secret, null), Duration.ofMinutes(5), Clock.fixed(at, ZoneOffset.UTC), json)
                .challenge(sale, 7, difficulty);
        return Solver.solve(challenge.challenge(), challenge.salt(), challenge.maxnumber(), challenge.signature());
    }

    @Test
    void shouldKeepAProofGoodUntilItGetsANumber() {
        long sale = sale(TICKET, 1, later());
        String body = "{\"proof\": \"" + proof(sale, 7) + "\"}";
        assertThat(ticket(sale, 7).problem()).isEqualTo("proof-of-work-required");
        assertThat(ticket(sale, 7, body).problem()).isEqualTo("sale-not-open");
        gate(sale).put("opensAt", "1000");
        ticketOf(ticket(sale, 8, "{\"proof\": \"" + proof(sale, 8) + "\"}"));
        assertThat(ticket(sale, 7, body).problem()).isEqualTo("sold-out");
        assertThat(refusals(sale)).isEmpty();
        gate(sale).put("remaining", "2");
        String ticket = ticketOf(ticket(sale, 7, body));
        assertThat(ticketOf(ticket(sale, 7, body))).isEqualTo(ticket);
        reserved(sale, 7, ticket);
    }

    @Test
    void shouldGiveOneNumberForAProofThatIsShownManyTimesAtOnce() {
        long sale = sale(TICKET, 30, open());
        String body = "{\"proof\": \"" + proof(sale, 7) + "\"}";
        List<Callable<String>> crowd = Collections.nCopies(20, () -> ticketOf(ticket(sale, 7, body)));
        assertThat(Set.copyOf(Together.run(crowd))).hasSize(1);
        assertThat(scripts.look(sale).orElseThrow().given()).isEqualTo(1);
        assertThat(redis.<String, String>getMap(EntryKeys.of(sale).networks(), StringCodec.INSTANCE)
                        .values())
                .as("counted once")
                .containsExactly("1");
    }

    @Test
    void shouldAskForAsMuchWorkAsTheSaleAsksForNow() {
        long sale = sale(QUEUE, 5, later());
        String proof = proof(sale, 7);
        Answer changed = change(sale, "\"entry\": {\"difficulty\": 400}");
        assertThat(changed.body().at("/entry/difficulty").asInt()).isEqualTo(400);
        assertThat(enter(sale, 7, proof).problem()).isEqualTo("proof-of-work-required");
        assertThat(refusals(sale)).as("he could not know").isEmpty();
        assertThat(challenge(sale, shopper(7)).body().path("maxnumber").asLong())
                .isEqualTo(400);
        assertThat(enter(sale, 7, proof(sale, 7)).status()).isEqualTo(200);
    }

    @Test
    void shouldAskYoungAccountsForMoreWorkAndSayWhy() {
        long sale = sale(QUEUE, 5, later());
        String young = shopper(7, Instant.now());
        Answer challenge = requireWork(challenge(sale, young), 800, "\"young-account\"");
        assertThat(enter(sale, young, made(secret, sale, 200, Instant.now())).problem())
                .isEqualTo("proof-of-work-required");
        assertThat(enter(sale, young, solved(challenge)).status()).isEqualTo(200);
        assertThat(refusals(sale)).containsExactly("7 young-account");

        requireWork(challenge(sale, shopper(8, Instant.now().minus(Duration.ofDays(3)))), 200, "");
    }

    private static Answer requireWork(Answer challenge, long difficulty, String reasons) {
        assertThat(challenge.body().path("maxnumber").asLong()).isEqualTo(difficulty);
        assertThat(challenge.body().path("reasons").toString()).isEqualTo("[" + reasons + "]");
        return challenge;
    }

    @Test
    void shouldAskForMoreWorkWhereManyAccountsOfOneNetworkEnter() {
        long sale = sale(QUEUE, 5, later());
        String[] same = {"X-Forwarded-For", "203.0.113.200"};
        String before = solved(challenge(sale, shopper(4), same));
        for (int user = 1; user <= 3; user++) { // as many as the fixture allows for one network
            String[] from = {"X-Forwarded-For", "203.0.113." + user};
            String proof = solved(requireWork(challenge(sale, shopper(user), from), 200, ""));
            assertThat(enter(sale, shopper(user), proof, from).status()).isEqualTo(200);
        }
        assertThat(enter(sale, shopper(4), before, same).problem())
                .as("the work was right when it was asked for, but more is by now")
                .isEqualTo("proof-of-work-required");
        assertThat(refusals(sale)).isEmpty();
        Answer more = requireWork(challenge(sale, shopper(4), same), 400, "\"busy-network\"");
        assertThat(enter(sale, shopper(4), solved(more), same).status()).isEqualTo(200);
        assertThat(refusals(sale)).containsExactly("4 busy-network");

        requireWork(challenge(sale, shopper(5), "X-Forwarded-For", "203.0.114.200"), 200, "");
    }

    @Test
    void shouldAskForMoreWorkWhoShowsOneWrongProofAfterTheOtherAndTellAdministratorsOnly() {
        long sale = sale(QUEUE, 5, later());
        Instant before = Instant.now().minusSeconds(1);
        for (int i = 0; i < 5; i++) {
            enter(sale, 7, made(secret, sale, 200, Instant.now().minusSeconds(400)));
        }
        requireWork(challenge(sale, shopper(7)), 200, ""); // not of who is slow
        assertThat(enter(sale, 77, "bm9uZQ==").problem()).isEqualTo("proof-of-work-wrong");
        for (int i = 0; i < 5; i++) {
            enter(sale, 7, "bm9uZQ==");
        }
        Answer more = requireWork(challenge(sale, shopper(7)), 400, "\"wrong-proofs\"");
        assertThat(enter(sale, 7, solved(more)).status()).isEqualTo(200);
        requireWork(challenge(sale, shopper(8)), 200, ""); // of the same network

        assertThat(refusals(sale))
                .as("each once a reason, the last one first")
                .containsExactly("7 wrong-proofs", "7 bad-proof", "77 bad-proof");
        assertThat(refusals(sale, "?account=7")).containsExactly("7 wrong-proofs", "7 bad-proof");
        assertThat(refusals(sale, "?account=70")).isEmpty();
        String path = refusalsOf(sale);
        JsonNode last = call("GET", path + "?limit=1", admin(), "").body().path("items");
        assertThat(last).hasSize(1);
        assertThat(Instant.parse(last.path(0).path("at").asString())).isBetween(before, Instant.now());
        for (String wrong : List.of("?account=nobody", "?limit=0", "?limit=1001")) {
            assertThat(call("GET", path + wrong, admin(), "").problem()).isEqualTo("invalid-request");
        }
        assertThat(call("GET", path, shopper(7), "").problem()).isEqualTo("forbidden");
    }
}
