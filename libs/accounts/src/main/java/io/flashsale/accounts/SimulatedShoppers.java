package io.flashsale.accounts;

import io.flashsale.accounts.token.JwtIssuer;
import io.flashsale.commons.security.Tokens;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.security.crypto.codec.Hex;
import org.springframework.security.crypto.keygen.KeyGenerators;
import org.springframework.stereotype.Service;
import tools.jackson.databind.json.JsonMapper;

/**
 * Creates crowds of shoppers for load tests and demonstrations.
 *
 * <p>They are real accounts with tokens of the usual lifetime. Nobody can log in to them, so no password has to be
 * hashed.
 *
 * <p>Signing takes nearly all of the time. It runs on one platform thread per processor: on virtual threads it
 * would occupy every carrier thread, and buyers would have to wait.
 */
@Service
@ConditionalOnProperty("flashsale.accounts.simulated-shoppers")
class SimulatedShoppers {

    /**
     * Accounts per INSERT. At most {@link #AHEAD} batches are in memory. Small, so that even a slow machine sends
     * the first line within the gateway's timeout.
     */
    private static final int BATCH = 25;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int AHEAD = 2 * PROCESSORS;

    private final AccountMapper accounts;
    private final JwtIssuer tokens;
    private final JsonMapper json;

    SimulatedShoppers(AccountMapper accounts, JwtIssuer tokens, JsonMapper json) {
        this.accounts = accounts;
        this.tokens = tokens;
        this.json = json;
    }

    /** One line of the answer. The id is text, as all ids in JSON are. */
    record Line(String userId, String username, String token) {}

    /**
     * Creates shoppers batch by batch and writes a line of JSON for each. Every shopper who was written exists and
     * may buy. If the receiver disconnects, a few more accounts exist that nobody uses.
     *
     * @throws IOException if the receiver has disconnected
     */
    void make(int count, OutputStream to) throws IOException {
        String crowd =
                "shopper-" + new String(Hex.encode(KeyGenerators.secureRandom(6).generateKey())) + '-';
        ExecutorService signers = Executors.newFixedThreadPool(
                PROCESSORS, Thread.ofPlatform().name("shoppers-", 0).daemon().factory());
        try {
            Queue<Future<byte[]>> underWay = new ArrayDeque<>();
            for (int from = 0; from < count; from += BATCH) {
                List<String> names = IntStream.range(from, Math.min(count, from + BATCH))
                        .mapToObj(n -> crowd + n)
                        .toList();
                underWay.add(signers.submit(() -> lines(names)));
                if (underWay.size() >= AHEAD) {
                    write(underWay.remove(), to);
                }
            }
            for (Future<byte[]> batch : underWay) {
                write(batch, to);
            }
        } finally {
            signers.shutdownNow();
        }
    }

    private byte[] lines(List<String> names) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream(names.size() * 700);
        accounts.addWithoutPassword(names, Tokens.SHOPPER).forEach(account -> {
            String token = tokens.forAccount(account.id(), account.username(), account.role())
                    .value();
            lines.writeBytes(json.writeValueAsBytes(new Line(Long.toString(account.id()), account.username(), token)));
            lines.write('\n');
        });
        return lines.toByteArray();
    }

    private static void write(Future<byte[]> batch, OutputStream to) throws IOException {
        try {
            to.write(batch.get());
            to.flush();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while shoppers were made", stopped);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            throw new IllegalStateException("shoppers could not be made", failed.getCause());
        }
    }
}
