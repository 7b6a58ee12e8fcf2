package io.flashsale.locklab.database;

import io.flashsale.locklab.scheme.LockedStock;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Person;
import io.flashsale.locklab.stage.Stage;
import java.util.List;
import java.util.stream.IntStream;

/** What happens to schemes on the database. Ann is in process 1, and comes first; bob is in process 2. */
final class DatabasePlays {

    /** The act of reading something that has nothing to do with the item that is sold. */
    static final String LOOK = "look";

    private static final int DEAR = 3;

    private DatabasePlays() {}

    /** The process of ann is killed while she has locked the row. Then bob comes. */
    static void holderOfARowDies(Stage stage) {
        Person ann =
                stage.person("ann", 1).holdAt(SelectForUpdate.LOCKED).begin().awaitAt(SelectForUpdate.LOCKED);
        stage.kill(ann);
        Outcome outcome = stage.person("bob", 2).buy();
        if (outcome != Outcome.TAKEN) {
            stage.found(Failure.LOCKED_OUT, "the process of ann was killed, and bob was answered " + outcome);
        }
    }

    /** Ann is inside; bob, cat and dan come one after the other; they get in in that order, if they wait at all. */
    static void queueUp(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(LockedStock.INSIDE).begin().awaitAt(LockedStock.INSIDE);
        List<String> names = List.of("bob", "cat", "dan");
        List<Person> others = IntStream.range(0, names.size())
                .mapToObj(number -> {
                    Person next = stage.person(names.get(number), 2).holdAt(OwnedRowLock.WAITING);
                    return next.begin().awaitAt(OwnedRowLock.WAITING).holdAt(LockedStock.INSIDE);
                })
                .toList();
        others.reversed().forEach(Person::goOn); // the last to come may look first
        ann.goOn().outcome();
        for (Person next : others) {
            next.awaitAt(LockedStock.INSIDE).goOn();
            if (next.outcome() != Outcome.TAKEN) {
                stage.found(Failure.LOCKED_OUT, next.name() + " did not get in");
            }
        }
    }

    /** How many statements does one buyer need whom nobody disturbs? */
    static void countStatements(Stage stage) {
        Person ann = stage.person("ann", 1);
        ann.buy();
        LabDatabase database = stage.backend(LabDatabase.KIND);
        long before = database.commands();
        ann.buy();
        long statements = database.commands() - before;
        if (statements > DEAR) {
            stage.found(Failure.COSTLY, statements + " statements for one buyer whom nobody disturbed");
        }
    }

    /** Ann is slow, with the row locked; two more of her process come for it; dan only wants to read something else. */
    static void slowHolder(Stage stage) {
        Person ann =
                stage.person("ann", 1).holdAt(SelectForUpdate.LOCKED).begin().awaitAt(SelectForUpdate.LOCKED);
        for (String name : List.of("bob", "cat")) {
            stage.person(name, 1)
                    .holdAt(SelectForUpdate.ASKS)
                    .begin()
                    .awaitAt(SelectForUpdate.ASKS)
                    .goOn();
        }
        Person dan = stage.person("dan", 1);
        stage.await(
                "bob and cat to wait for the row, or to have gone",
                () -> stage.count(SelectForUpdate.WENT) == 2
                        || stage.backend(LabDatabase.KIND).waitingForRows() == 2);
        if (dan.begin(LOOK).outcome() != Outcome.DONE) {
            stage.found(Failure.POOL_EXHAUSTED, "dan, who wanted no lock: " + dan.fault());
        }
        ann.goOn().outcome();
    }

    /** Ann has read; all units are recalled, and as many of another lot come in; ann goes on. */
    static void valueComesBack(Stage stage) {
        Person ann = stage.person("ann", 1).holdAt(ComparedValue.READ).begin().awaitAt(ComparedValue.READ);
        LabDatabase database = stage.backend(LabDatabase.KIND);
        String change = "UPDATE stock SET available = ?, version = version + 1 WHERE item = ?";
        database.sql().sql(change).params(0, stage.item()).update();
        database.sql().sql(change).params(stage.sizes().stock(), stage.item()).update();
        if (ann.goOn().outcome() == Outcome.TAKEN) {
            stage.found(
                    Failure.UNNOTICED_CHANGE,
                    "ann's update applied although all units that she had read of were recalled and replaced");
        }
    }

    /** Whenever ann has read the row, and not yet locked it, somebody else changes it. */
    static void alwaysTooLate(Stage stage) {
        LabDatabase database = stage.backend(LabDatabase.KIND);
        Person ann = stage.person("ann", 1).holdAt(ComparedValue.READ).begin();
        while (ann.arrivesAt(ComparedValue.READ) && stage.count(VersionThenLock.UPGRADED) == 0) {
            database.sql()
                    .sql("UPDATE stock SET version = version + 1 WHERE item = ?")
                    .param(stage.item())
                    .update();
            ann.holdAt(ComparedValue.READ).goOn();
        }
        if (stage.count(VersionThenLock.UPGRADED) > 0) {
            ann.goOn();
        }
        Outcome outcome = ann.outcome();
        if (outcome != Outcome.TAKEN) {
            stage.found(Failure.FAILED_UPDATES, "ann was answered " + outcome + ", and has to begin anew");
        }
    }

    /** Five have read before the first of them updates. */
    static void allReadFirst(Stage stage) {
        List<Person> buyers = IntStream.rangeClosed(1, 5)
                .mapToObj(number -> stage.person("buyer-" + number, 1 + number % 2))
                .toList();
        buyers.forEach(buyer -> buyer.holdAt(ComparedValue.READ).begin());
        buyers.stream()
                .filter(buyer -> buyer.arrivesAt(ComparedValue.READ))
                .toList()
                .forEach(Person::goOn);
        long served = buyers.stream()
                .filter(buyer -> buyer.outcome() == Outcome.TAKEN)
                .count();
        if (served < buyers.size()) {
            stage.found(
                    Failure.FAILED_UPDATES,
                    served + " of " + buyers.size() + " updates applied, the others had worked for nothing");
        }
    }
}
