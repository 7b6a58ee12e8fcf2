package io.flashsale.locklab.path.order;

import static io.flashsale.locklab.catalogue.Fault.NONE;
import static io.flashsale.locklab.catalogue.Fault.SLOW;
import static io.flashsale.locklab.catalogue.Scenario.fails;
import static io.flashsale.locklab.catalogue.Scenario.holds;
import static io.flashsale.locklab.scenario.Failure.SECOND_ORDER;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.redis.OwnerLock;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.scheme.TracedLock;

/** E1 and E4: one order for each user. */
public final class OrderCases {

    private static final String GUARD = "guard";
    private static final String COMMIT_FIRST = "commit-first";

    private OrderCases() {}

    public static Case oneOrderEach() {
        return Case.of("E1", Kind.PATH)
                .on(LabDatabase.KIND)
                .scheme(
                        CheckThenInsert.class,
                        OrderCases::orders,
                        fails("two-requests", NONE, SECOND_ORDER, OrderFaultScenarios::twoRequests)
                                .curedBy("E1/two-requests-unique-key"),
                        holds("two-requests-unique-key", NONE, OrderFaultScenarios::twoRequests)
                                .with(GUARD, "key"),
                        holds("two-requests-lock", NONE, OrderFaultScenarios::twoRequests)
                                .with(GUARD, "lock"),
                        holds("two-requests-lua", NONE, OrderFaultScenarios::twoRequests)
                                .with(GUARD, "lua"));
    }

    private static Operations orders(SchemeContext context) {
        Database database = new Database(context);
        String guard = context.setting(GUARD, "none");
        OrderTable table = new OrderTable(database, guard.equals("key"));
        CheckThenInsert plain = new CheckThenInsert(table);
        OrderScheme scheme = switch (guard) {
            case "lock" -> new LockedOrder(TracedLock.of(new OwnerLock(context.redis(), context.lease())), plain);
            case "lua" -> new LuaOrder(context.redis(), table);
            default -> plain;
        };
        return Operations.of(new OrderStock(database, scheme));
    }

    public static Case unlockAndCommit() {
        return Case.of("E4", Kind.PATH)
                .on(LabDatabase.KIND)
                .scheme(
                        UnlockThenCommit.class,
                        OrderCases::transaction,
                        fails("unlocked-not-committed", SLOW, SECOND_ORDER, OrderFaultScenarios::unlocked)
                                .curedBy("E4/committed-then-unlocked"),
                        holds("committed-then-unlocked", SLOW, OrderFaultScenarios::unlocked)
                                .with(COMMIT_FIRST, true));
    }

    private static Operations transaction(SchemeContext context) {
        Database database = new Database(context);
        OrderTable table = new OrderTable(database, false);
        LockScheme lock = TracedLock.of(new OwnerLock(context.redis(), context.lease()));
        return Operations.of(new OrderStock(
                database,
                context.isSet(COMMIT_FIRST)
                        ? new CommitThenUnlock(lock, table)
                        : database.transactional(OrderScheme.class, new UnlockThenCommit(lock, table))));
    }
}
