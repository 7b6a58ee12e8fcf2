package io.flashsale.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Campaign;
import io.flashsale.admission.StockGateRebuild;
import io.flashsale.admission.StockGates;
import io.flashsale.contracts.campaign.CampaignKind;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.devstack.system.DevStack;
import io.flashsale.entry.Clearing.Cleared;
import io.flashsale.entry.Entering.Entered;
import io.flashsale.entry.sale.EntryMode;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** On a new Redis of its own: the first copy changes the replication id of the whole server. */
class CopiedRedisIT {

    private static final long SALE = 5;

    private final DevStack stack = DevStack.in(
                    Path.of("target/copied-redis-" + ProcessHandle.current().pid()))
            .redis()
            .start();
    private final RedisServer server = stack.redis();
    private final RedissonClient redis = client(server);
    private final EntryScripts scripts = new EntryScripts(redis);

    private static RedissonClient client(RedisServer server) {
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://" + server.host() + ":" + server.port())
                .setTimeout(60_000)
                .setConnectionMinimumIdleSize(2);
        return Redisson.create(config);
    }

    @AfterEach
    void end() {
        redis.shutdown();
        stack.close();
    }

    @Test
    void shouldKeepTheEntryOfAnUndrawnLotteryWhenRedisIsCopied() throws IOException {
        Campaign lottery = new Campaign(
                SALE, 1, Instant.parse("2100-01-01T00:00:00Z"), Instant.parse("2100-01-02T00:00:00Z"), 5, "{}");
        assertThat(StockGateRebuild.begin(new StockGates(redis, CampaignKind.SALE), SALE)
                        .reopen(lottery, 5, Map.of()))
                .isTrue();
        Cleared cleared = (Cleared) scripts.clear(SALE, "", "");
        assertThat(scripts.open(SALE, cleared, 0, 10, 0, 0)).isTrue();
        Entering given = scripts.enter(SALE, 7, EntryMode.LOTTERY, null);
        assertThat(given).isInstanceOf(Entered.class);

        String replication = server.info("master_replid");
        try (Socket reader = new Socket(server.host(), server.port())) {
            reader.getOutputStream().write("SYNC\r\n".getBytes(StandardCharsets.US_ASCII));
            server.awaitInfo("repl_backlog_active", "1");
        }
        assertThat(server.info("master_replid")).isNotEqualTo(replication);

        assertThat(scripts.look(SALE)).map(EntryState::given).contains(1L);
        assertThat(scripts.clear(SALE, cleared.run(), cleared.making())).isEqualTo(new Clearing.Open());
        assertThat(scripts.enter(SALE, 7, EntryMode.LOTTERY, null)).isEqualTo(given);
        assertThat(scripts.enter(SALE, 8, EntryMode.LOTTERY, null))
                .isInstanceOfSatisfying(
                        Entered.class, next -> assertThat(next.number()).isEqualTo(2));
    }
}
