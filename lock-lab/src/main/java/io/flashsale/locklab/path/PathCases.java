package io.flashsale.locklab.path;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Fault;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.redis.OwnerLock;
import io.flashsale.locklab.redis.RedissonClients;
import io.flashsale.locklab.redis.RedissonLock;
import io.flashsale.locklab.scheme.Acts;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.StockScheme;
import io.flashsale.locklab.scheme.Tools;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Stage;
import java.io.IOException;
import java.util.List;
import org.redisson.api.RedissonClient;

/** E1 to E4. */
public final class PathCases {

    private static final String GUARD = "guard";
    private static final String COMMIT_FIRST = "commit-first";
    private static final String NAMED = "named";
    private static final String IN_REQUEST = "in-request";

    private PathCases() {}

    public static List<Case> all() {
        return List.of(oneOrderEach(), timedOutCall(), requestOrQueue(), unlockAndCommit());
    }

    private static Case oneOrderEach() {
        return Case.of("E1", Kind.PATH, "Check, then insert: one order for each user")
                .shows("Two requests of one user, and three ways of letting one through.")
                .guarantees("the unique key, the lock and the script: one order for each user")
                .doesNotGuarantee("the plain check: anything, when two requests come at once")
                .on(LabDatabase.KIND)
                .scheme(
                        CheckThenInsert.class,
                        PathCases::orders,
                        Scenario.fails(
                                        "two-requests",
                                        Fault.NONE,
                                        Failure.SECOND_ORDER,
                                        "Both look before either has inserted, and both find nothing.",
                                        PathPlays::twoRequests)
                                .curedBy("E1/two-requests-unique-key"),
                        Scenario.holds(
                                        "two-requests-unique-key",
                                        Fault.NONE,
                                        "Both find nothing, and the database refuses the second insert.",
                                        PathPlays::twoRequests)
                                .with(GUARD, "key"),
                        Scenario.holds(
                                        "two-requests-lock",
                                        Fault.NONE,
                                        "A lock for the user is around the look and the insert (LockedOrder).",
                                        PathPlays::twoRequests)
                                .with(GUARD, "lock"),
                        Scenario.holds(
                                        "two-requests-lua",
                                        Fault.NONE,
                                        "One script in Redis looks and remembers, before the database is asked (LuaOrder).",
                                        PathPlays::twoRequests)
                                .with(GUARD, "lua"));
    }

    private static Acts orders(Tools tools) {
        Database database = new Database(tools);
        String guard = tools.setting(GUARD, "none");
        OrderTable table = new OrderTable(database, guard.equals("key"));
        CheckThenInsert plain = new CheckThenInsert(table);
        OrderScheme scheme = switch (guard) {
            case "lock" -> new LockedOrder(new OwnerLock(tools.redis(), tools.lease()), plain);
            case "lua" -> new LuaOrder(tools.redis(), table);
            default -> plain;
        };
        return Acts.of(new Orders(database, scheme));
    }

    private static Case timedOutCall() {
        return Case.of("E2", Kind.PATH, "A call with an operation id")
                .shows("A call that timed out, and was carried out.")
                .guarantees("with an id: a call that is repeated takes effect once", "the caller learns what was done")
                .doesNotGuarantee("an answer while the other side does not answer at all")
                .on(LabDatabase.KIND)
                .scheme(
                        NamedCall.class,
                        PathCases::called,
                        Scenario.fails(
                                        "answer-is-late",
                                        Fault.PAUSE,
                                        Failure.DONE_TWICE,
                                        "Without an id (RetriedCall) the second call is a new one.",
                                        PathPlays::answerIsLate)
                                .curedBy("E2/answer-is-late-named"),
                        Scenario.holds(
                                        "answer-is-late-named",
                                        Fault.PAUSE,
                                        "The caller looks up what became of the operation, and learns that it was done.",
                                        PathPlays::answerIsLate)
                                .with(NAMED, true),
                        Scenario.fails(
                                        "desk-dies",
                                        Fault.KILL,
                                        Failure.DONE_TWICE,
                                        "The stock's process dies between commit and answer; the next one knows nothing"
                                                + " of the call.",
                                        PathPlays::deskDies)
                                .inProcesses(3)
                                .curedBy("E2/desk-dies-named"),
                        Scenario.holds(
                                        "desk-dies-named",
                                        Fault.KILL,
                                        "Redis was not told any more; the row in stock_flow was committed with the stock.",
                                        PathPlays::deskDies)
                                .inProcesses(3)
                                .with(NAMED, true));
    }

    private static Acts called(Tools tools) throws IOException {
        boolean named = Boolean.parseBoolean(tools.setting(NAMED, "false"));
        CalledStock stock = new CalledStock(tools, named ? NamedCall::new : RetriedCall::new);
        return Acts.of(stock).with(CalledStock.OPEN_DESK, item -> stock.openDesk());
    }

    private static Case requestOrQueue() {
        return Case.of("E3", Kind.PATH, "Lua, queue, order; and everything in the request")
                .shows("Throughput and latency of the two paths.")
                .guarantees("nothing is oversold, on either path", "each that is admitted becomes one order")
                .doesNotGuarantee("the queue: an order at once", "the request: an answer soon")
                .on(LabDatabase.KIND)
                .on(LabKafka.KIND)
                .scheme(
                        QueuePath.class,
                        PathCases::path,
                        Scenario.crowd("The script decides, Kafka keeps, orders are placed in batches. A unit counts as"
                                + " sold when its ticket is in Kafka; the step placed counts orders."),
                        Scenario.holds(
                                        "everything-in-the-request",
                                        Fault.CROWD,
                                        "The same crowd, with look, lock, check, deduction and insert in each request"
                                                + " (RequestPath).",
                                        Stage::crowd)
                                .with(IN_REQUEST, true));
    }

    private static Acts path(Tools tools) {
        Users users = new Users(tools.redis());
        RedissonClient redisson = RedissonClients.at(tools.setting("redis"), tools.lease());
        Database database = new Database(tools);
        StockScheme path = Boolean.parseBoolean(tools.setting(IN_REQUEST, "false"))
                ? new RequestPath(database, new RedissonLock(redisson), users, tools.patience())
                : new QueuePath(
                        redisson, database, new QueuePath.Kafka(tools.setting("kafka"), tools.setting("topic")), users);
        return Acts.of(path);
    }

    private static Case unlockAndCommit() {
        return Case.of("E4", Kind.PATH, "Unlock before the commit")
                .shows("A lock that works, and two orders all the same.")
                .guarantees("commit first: whoever is inside sees what all before have done")
                .doesNotGuarantee("unlock first: anything, between the unlock and the commit")
                .on(LabDatabase.KIND)
                .scheme(
                        UnlockThenCommit.class,
                        PathCases::transaction,
                        Scenario.fails(
                                        "unlocked-not-committed",
                                        Fault.PAUSE,
                                        Failure.SECOND_ORDER,
                                        "The second request is inside, and does not see the insert that is not committed.",
                                        PathPlays::unlocked)
                                .curedBy("E4/committed-then-unlocked"),
                        Scenario.holds(
                                        "committed-then-unlocked",
                                        Fault.PAUSE,
                                        "The transaction ends inside the lock (CommitThenUnlock).",
                                        PathPlays::unlocked)
                                .with(COMMIT_FIRST, true));
    }

    private static Acts transaction(Tools tools) {
        Database database = new Database(tools);
        OrderTable table = new OrderTable(database, false);
        LockScheme lock = new OwnerLock(tools.redis(), tools.lease());
        return Acts.of(new Orders(
                database,
                Boolean.parseBoolean(tools.setting(COMMIT_FIRST, "false"))
                        ? new CommitThenUnlock(lock, table)
                        : new UnlockThenCommit(lock, table)));
    }
}
