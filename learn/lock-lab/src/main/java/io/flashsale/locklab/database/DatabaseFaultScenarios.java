package io.flashsale.locklab.database;

import io.flashsale.locklab.fault.FaultScenarios;
import io.flashsale.locklab.scenario.Client;
import io.flashsale.locklab.scenario.Failure;
import io.flashsale.locklab.scenario.ScenarioContext;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Faults of schemes on the database. Ann arrives first, in process 1; Bob is in process 2. */
final class DatabaseFaultScenarios {

    /** The operation that reads something unrelated to the item on sale. */
    static final String LOOK = "look";

    private static final int DEAR = 3;
    private static final int BUYERS = 5;
    private static final int LOOKS = 2;

    private DatabaseFaultScenarios() {}

    /** Ann's process is killed while she holds the row's lock and Bob waits. Then Bob must get in. */
    static void holderOfARowDies(ScenarioContext context) {
        long since = System.nanoTime();
        Client ann =
                context.client("ann", 1).holdAt(SelectForUpdate.LOCKED).begin().awaitAt(SelectForUpdate.LOCKED);
        Client bob = context.client("bob", 2);
        context.meetsHolderSince(since, bob, SelectForUpdate.LOCKED);
        context.kill(ann);
        if (bob.comesTo(SelectForUpdate.LOCKED)) {
            bob.goOn();
        }
        Outcome outcome = bob.outcome();
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.LOCKED_OUT, "after", Texts.of("because.ann-killed"), outcome);
        }
    }

    /** Bob, Cat and Dan queue while Ann is inside. She leaves. Dan, the last, looks twice before Bob and Cat look. */
    static void queueUp(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        List<Client> others = new ArrayList<>();
        for (String name : List.of("bob", "cat", "dan")) {
            Client next = context.client(name, 2).holdAt(FailPoints.WAITS).begin();
            if (!next.arrivesAt(FailPoints.WAITS)) {
                return; // they have bought while Ann was inside, and the journal shows it
            }
            others.add(next.holdAt(LockedStock.INSIDE));
        }
        context.met();
        ann.goOn().outcome();
        Client dan = others.getLast();
        long looked = context.count(FailPoints.WAITS);
        dan.goOn();
        context.await("dan to look twice", () -> dan.hasNews() || context.count(FailPoints.WAITS) >= looked + LOOKS);
        if (dan.hasNews()) {
            context.found(Failure.OVERTAKEN, "overtook", "dan", "bob");
        }
        others.stream().filter(next -> next != dan).forEach(Client::goOn);
        FaultScenarios.getInInOrder(context, others);
    }

    /** Bob, the first in the queue, is killed while Ann is inside. The lab ends his place, and Cyd must get in. */
    static void waiterDies(ScenarioContext context) {
        Client ann = context.inside("ann", 1);
        Client bob = context.client("bob", 2);
        context.meets(bob);
        context.kill(bob);
        Client cyd = context.client("cyd", 1);
        context.meets(cyd);
        context.backend(LabDatabase.KIND)
                .change(
                        "UPDATE lock_queue SET expires_at = NOW(6) - INTERVAL 1 SECOND WHERE name = ? ORDER BY number"
                                + " LIMIT 1",
                        context.lock());
        ann.goOn().outcome();
        FaultScenarios.getsIn(context, cyd, "ann-left");
    }

    /** Counts the statements of one undisturbed buyer. Then Bob arrives while Ann is inside. */
    static void countStatements(ScenarioContext context) {
        countOfOne(context);
        FaultScenarios.oneAtATime(context);
    }

    /** Counts the statements of one undisturbed buyer. Then Bob arrives while the row is locked. */
    static void countStatementsAndLockTheRow(ScenarioContext context) {
        countOfOne(context);
        allWaitForTheRow(context, List.of(context.client("bob", 1)));
    }

    private static void countOfOne(ScenarioContext context) {
        Client first = context.client("first", 1);
        first.buy();
        LabDatabase database = context.backend(LabDatabase.KIND);
        long before = database.commands();
        first.buy();
        long statements = database.commands() - before;
        if (statements > DEAR) {
            context.found(Failure.COSTLY, "statements", statements);
        }
    }

    /** Five arrive at once while another transaction has locked the row. They wait for it and are served. */
    static void fiveAtOnce(ScenarioContext context) {
        allWaitForTheRow(
                context,
                IntStream.rangeClosed(1, BUYERS)
                        .mapToObj(number -> context.client("buyer-" + number, 1 + number % 2))
                        .toList());
    }

    /** Locks the row, lets these buyers arrive, checks that they wait for it, and unlocks it. */
    private static void allWaitForTheRow(ScenarioContext context, List<Client> buyers) {
        LabDatabase database = context.backend(LabDatabase.KIND);
        try (LabDatabase.RowLock locked = database.lockRow(context.item())) {
            buyers.forEach(Client::begin);
            context.await(
                    "all to wait for the row",
                    () -> database.waitingForRows() == buyers.size()
                            || buyers.stream().anyMatch(Client::hasNews));
            if (buyers.stream().noneMatch(Client::hasNews)) {
                context.met();
            }
        }
        buyers.forEach(Client::outcome);
    }

    /** Ann is slow and holds the row's lock. Two more of her process want the row; Dan only wants other data. */
    static void slowHolder(ScenarioContext context) {
        long since = System.nanoTime();
        Client ann =
                context.client("ann", 1).holdAt(SelectForUpdate.LOCKED).begin().awaitAt(SelectForUpdate.LOCKED);
        List<Client> others = Stream.of("bob", "cat")
                .map(name -> context.client(name, 1)
                        .holdAt(SelectForUpdate.ASKS)
                        .begin()
                        .awaitAt(SelectForUpdate.ASKS)
                        .goOn())
                .toList();
        Client dan = context.client("dan", 1);
        context.await(
                "bob and cat to wait for the row, or to have gone",
                () -> others.stream().allMatch(Client::hasNews)
                        || context.backend(LabDatabase.KIND).waitingForRows() == 2);
        if (context.count(SelectForUpdate.WENT) == 2
                || context.backend(LabDatabase.KIND).waitingForRows() == 2) {
            context.met();
        }
        if (dan.begin(LOOK).outcome() != Outcome.DONE) {
            context.found(Failure.POOL_EXHAUSTED, "no-connection", dan.fault());
        }
        ann.goOn().outcome();
        others.stream().filter(other -> other.outcome() == Outcome.BUSY).forEach(Client::buy);
    }

    /** Ann has read. All units are recalled and as many of another lot arrive. Ann continues. */
    static void valueComesBack(ScenarioContext context) {
        Client ann = context.client("ann", 1).holdAt(ComparedValue.READ).begin().awaitAt(ComparedValue.READ);
        LabDatabase database = context.backend(LabDatabase.KIND);
        String change = "UPDATE stock SET available = ?, version = version + 1 WHERE item = ?";
        database.change(change, 0, context.item());
        database.change(change, context.sizes().stock(), context.item());
        if (ann.goOn().outcome() == Outcome.TAKEN) {
            context.found(Failure.UNNOTICED_CHANGE, "applied-all-the-same");
        } else {
            context.met();
            ann.buy();
        }
    }

    /** Each time after Ann has read the row, and before she locks it, another transaction changes it. */
    static void alwaysTooLate(ScenarioContext context) {
        LabDatabase database = context.backend(LabDatabase.KIND);
        Client ann = context.client("ann", 1).holdAt(ComparedValue.READ).begin();
        while (ann.arrivesAt(ComparedValue.READ) && context.count(VersionThenLock.UPGRADED) == 0) {
            database.change("UPDATE stock SET version = version + 1 WHERE item = ?", context.item());
            ann.holdAt(ComparedValue.READ).goOn();
        }
        if (context.count(VersionThenLock.UPGRADED) > 0) {
            ann.goOn();
        }
        Outcome outcome = ann.outcome();
        if (context.count(VersionedUpdate.UPDATE_FAILED) > 0) {
            context.met();
        } else if (outcome == Outcome.TAKEN) {
            context.found(Failure.UNNOTICED_CHANGE, "applied-to-another-version");
        }
        if (outcome != Outcome.TAKEN) {
            context.found(Failure.FAILED_UPDATES, "begins-anew", outcome);
        }
    }

    /** Five read before the first of them updates. */
    static void allReadFirst(ScenarioContext context) {
        List<Client> buyers = IntStream.rangeClosed(1, BUYERS)
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
        if (context.count(VersionedUpdate.UPDATE_FAILED) > 0) {
            context.met();
        }
        if (served < buyers.size()) {
            context.found(Failure.FAILED_UPDATES, "updates-in-vain", served, buyers.size());
        }
    }
}
