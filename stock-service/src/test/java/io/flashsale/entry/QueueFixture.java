package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.flashsale.entry.redis.EntryKeys;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.redisson.client.codec.StringCodec;
import org.springframework.beans.factory.annotation.Autowired;

abstract class QueueFixture extends EntryFixture {

    protected static final String QUEUE = "{\"mode\": \"QUEUE\", \"rate\": 1000}";

    @Autowired
    protected EntryLog entryLog;

    @Autowired
    protected EntryProperties properties;

    /** To be run by hand only while {@link #rounds} are stopped. */
    @Autowired
    protected EntryRounds entryRounds;

    protected String pass(long sale, long user) {
        return enter(sale, user).body().path("pass").asString();
    }

    /** The passes of users 1 to {@code users}, who enter in this sequence. */
    protected List<String> passes(long sale, int users) {
        return LongStream.rangeClosed(1, users)
                .mapToObj(user -> pass(sale, user))
                .toList();
    }

    protected Answer ticketFor(long sale, long user, String pass) {
        return ticket(sale, user, "{\"pass\": \"" + pass + "\"}");
    }

    protected Answer ticketOnce(long sale, long user, String pass) {
        await().until(() -> !ticketFor(sale, user, pass).problem().equals("not-your-turn") || next(rounds));
        return ticketFor(sale, user, pass);
    }

    protected void open(long sale) {
        change(sale, "\"opensAt\": \"" + open() + "\"");
    }

    protected void awaitServing(long sale, long place) {
        await().until(() -> scripts.look(sale).map(EntryState::serving).orElse(0L) >= place || next(rounds));
    }

    /** The state after two further looks of the leader. */
    protected EntryState settled(long sale) {
        betweenRounds(() -> {
            try {
                entryRounds.run();
                entryRounds.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        });
        return scripts.look(sale).orElseThrow();
    }

    /** Waits for the present round of the leader, and lets the next one begin after the action. */
    protected void betweenRounds(Runnable action) {
        rounds.stop();
        try {
            action.run();
        } finally {
            rounds.start();
        }
    }

    /** Waits two and a half seconds, for turns that end by the clock. */
    protected void later(long sale) {
        Instant from = scripts.look(sale).orElseThrow().now();
        await().until(() -> scripts.look(sale).orElseThrow().now().isAfter(from.plusMillis(2_500)));
        settled(sale);
    }

    /** Loses Redis, and waits until the entrance is there again. */
    protected void loseRedis(long sale) {
        forgetEverything(sale);
        awaitEntranceAnew(sale);
    }

    /** Loses Redis, and the number of user 2, which was never written to MySQL. */
    protected void loseRedisAndWhatIsKnownOf2(long sale) {
        betweenRounds(
                () -> { // a round that has read the log already would write the row again
                    entryLog.write(sale);
                    database.execute("DELETE FROM entry WHERE sale_id = " + sale + " AND user_id = 2");
                });
        loseRedis(sale);
        assertThat(entries.find(sale, 2)).isNull();
    }

    protected void comeBack(long sale, long user, String pass) {
        Answer back = call("POST", path(sale), shopper(user), "{\"pass\": \"" + pass + "\"}");
        assertThat(back.status()).as(back.raw().body()).isEqualTo(200);
    }

    /** Plays a restart of Redis: what it has is from before. */
    protected void restart(long sale) {
        redis.<String, String>getMap(EntryKeys.of(sale).entry(), StringCodec.INSTANCE)
                .put("runId", "another");
    }
}
