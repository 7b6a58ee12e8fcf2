package io.flashsale.locklab.database;

import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import java.util.stream.IntStream;

/** What happens to schemes on the database. Ann is in process 1, and comes first; bob is in process 2. */
final class DatabaseFaultScenarios {

    /** The operation of reading something that has nothing to do with the item that is sold. */
    static final String LOOK = "look";

    private static final int DEAR = 3;

    private DatabaseFaultScenarios() {}

    /** The process of ann is killed while she has locked the row. Then bob comes. */
    static void holderOfARowDies(ScenarioContext context) {
        Client ann =
                context.client("ann", 1).holdAt(SelectForUpdate.LOCKED).begin().awaitAt(SelectForUpdate.LOCKED);
        context.kill(ann);
        Outcome outcome = context.client("bob", 2).buy();
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "the process of ann was killed, and bob was answered " + outcome);
        }
    }

    /** Ann is inside; bob, cat and dan come one after the other; they get in in that order, if they wait at all. */
    static void queueUp(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(LockedStock.INSIDE).begin().awaitAt(LockedStock.INSIDE);
        List<String> names = List.of("bob", "cat", "dan");
        List<Client> others = IntStream.range(0, names.size())
                .mapToObj(number -> {
                    Client next = context.client(names.get(number), 2).holdAt(OwnedRowLock.WAITING);
                    return next.begin().awaitAt(OwnedRowLock.WAITING).holdAt(LockedStock.INSIDE);
                })
                .toList();
        others.reversed().forEach(Client::goOn); // the last to come may look first
        ann.goOn().outcome();
        for (Client next : others) {
            next.awaitAt(LockedStock.INSIDE).goOn();
            if (next.outcome() != Outcome.TAKEN) {
                context.found(Failure.LOCKED_OUT, next.name() + " did not get in");
            }
        }
    }

    /** How many statements does one buyer need whom nobody disturbs? */
    static void countStatements(ScenarioContext context) {
        Client ann = context.client("ann", 1);
        ann.buy();
        LabDatabase database = context.backend(LabDatabase.KIND);
        long before = database.commands();
        ann.buy();
        long statements = database.commands() - before;
        if (statements > DEAR) {
            context.found(Failure.COSTLY, statements + " statements for one buyer whom nobody disturbed");
        }
    }

    /** Ann is slow, with the row locked; two more of her process come for it; dan only wants to read something else. */
    static void slowHolder(ScenarioContext context) {
        Client ann =
                context.client("ann", 1).holdAt(SelectForUpdate.LOCKED).begin().awaitAt(SelectForUpdate.LOCKED);
        for (String name : List.of("bob", "cat")) {
            context.client(name, 1)
                    .holdAt(SelectForUpdate.ASKS)
                    .begin()
                    .awaitAt(SelectForUpdate.ASKS)
                    .goOn();
        }
        Client dan = context.client("dan", 1);
        context.await(
                "bob and cat to wait for the row, or to have gone",
                () -> context.count(SelectForUpdate.WENT) == 2
                        || context.backend(LabDatabase.KIND).waitingForRows() == 2);
        if (dan.begin(LOOK).outcome() != Outcome.DONE) {
            context.found(Failure.POOL_EXHAUSTED, "dan, who wanted no lock: " + dan.fault());
        }
        ann.goOn().outcome();
    }

    /** Ann has read; all units are recalled, and as many of another lot come in; ann goes on. */
    static void valueComesBack(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(ComparedValue.READ).begin().awaitAt(ComparedValue.READ);
        LabDatabase database = context.backend(LabDatabase.KIND);
        String change = "UPDATE stock SET available = ?, version = version + 1 WHERE item = ?";
        database.sql().sql(change).params(0, context.item()).update();
        database.sql()
                .sql(change)
                .params(context.sizes().stock(), context.item())
                .update();
        if (ann.goOn().outcome() == Outcome.TAKEN) {
            context.found(
                    Failure.UNNOTICED_CHANGE,
                    "ann's update applied although all units that she had read of were recalled and replaced");
        }
    }

    /** Whenever ann has read the row, and not yet locked it, somebody else changes it. */
    static void alwaysTooLate(ScenarioContext context) {
        LabDatabase database = context.backend(LabDatabase.KIND);
        Client ann = context.client("ann", 1).holdAt(ComparedValue.READ).begin();
        while (ann.arrivesAt(ComparedValue.READ) && context.count(VersionThenLock.UPGRADED) == 0) {
            database.sql()
                    .sql("UPDATE stock SET version = version + 1 WHERE item = ?")
                    .param(context.item())
                    .update();
            ann.holdAt(ComparedValue.READ).goOn();
        }
        if (context.count(VersionThenLock.UPGRADED) > 0) {
            ann.goOn();
        }
        Outcome outcome = ann.outcome();
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.FAILED_UPDATES, "ann was answered " + outcome + ", and has to begin anew");
        }
    }

    /** Five have read before the first of them updates. */
    static void allReadFirst(ScenarioContext context) {
        List<Client> buyers = IntStream.rangeClosed(1, 5)
                .mapToObj(number -> context.client("buyer-" + number, 1 + number % 2))
                .toList();
        buyers.forEach(buyer -> buyer.holdAt(ComparedValue.READ).begin());
        buyers.stream()
                .filter(buyer -> buyer.arrivesAt(ComparedValue.READ))
                .toList()
                .forEach(Client::goOn);
        long served = buyers.stream()
                .filter(buyer -> buyer.outcome() == Outcome.TAKEN)
                .count();
        if (served < buyers.size()) {
            context.found(
                    Failure.FAILED_UPDATES,
                    served + " of " + buyers.size() + " updates applied, the others had worked for nothing");
        }
    }
}
