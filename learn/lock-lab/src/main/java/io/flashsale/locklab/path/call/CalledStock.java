package io.flashsale.locklab.path.call;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.scheme.StockScheme;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;

/** Stock behind a remote call. Each process has a server; all clients call the one announced last. */
final class CalledStock implements StockScheme {

    /** The operation that announces this process's server. */
    static final String START_SERVER = "start-server";

    /** A setting: how long a caller waits for a response, in milliseconds. */
    private static final String CALL_TIMEOUT = "call-timeout";

    private final Redis registry;
    private final Database database;
    private final IdempotentLedger ledger;
    private final StockHttpServer server;
    private final StockCall call;

    CalledStock(SchemeContext context, Function<StockHttpClient, StockCall> call) throws IOException {
        registry = context.redis();
        database = new Database(context);
        ledger = new IdempotentLedger(database, registry);
        server = new StockHttpServer(ledger);
        Duration timeout = Duration.ofMillis(Long.parseLong(context.setting(CALL_TIMEOUT, "400")));
        this.call = call.apply(new StockHttpClient(registry, timeout));
    }

    Outcome startServer() {
        StockHttpClient.announce(registry, server.address());
        return Outcome.DONE;
    }

    @Override
    public Outcome deduct(String item, int units) throws InterruptedException {
        return call.deduct(item, units);
    }

    @Override
    public void fill(String item, int units) {
        ledger.fill(item, units);
    }

    @Override
    public int left(String item) {
        return ledger.left(item);
    }

    @Override
    public void close() {
        server.close();
        database.close();
    }
}
