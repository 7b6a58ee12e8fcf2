package io.flashsale.locklab.path;

import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.StockScheme;
import io.flashsale.locklab.scheme.Tools;
import java.io.IOException;
import java.util.function.Function;

/** Stock that is behind a call. Each process has a desk; the one that was announced last is called by all. */
final class CalledStock implements StockScheme {

    /** The act of announcing the desk of this process. */
    static final String OPEN_DESK = "open-desk";

    private final Redis registry;
    private final Database database;
    private final StockLedger ledger;
    private final StockDesk desk;
    private final StockCall call;

    CalledStock(Tools tools, Function<DeskClient, StockCall> call) throws IOException {
        registry = tools.redis();
        database = new Database(tools);
        ledger = new StockLedger(database, registry);
        desk = new StockDesk(ledger);
        this.call = call.apply(new DeskClient(registry));
    }

    Outcome openDesk() {
        DeskClient.announce(registry, desk.address());
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
        desk.close();
        database.close();
    }
}
