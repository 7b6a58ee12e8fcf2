package io.flashsale.locklab.path;

import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.stage.Failure;
import io.flashsale.locklab.stage.Person;
import io.flashsale.locklab.stage.Stage;
import java.util.List;
import java.util.stream.Stream;

/** What happens on the way of an order. */
final class PathPlays {

    private PathPlays() {}

    /** Two requests of ann, in two processes; the second one looks before the first has inserted. */
    static void twoRequests(Stage stage) {
        List<Person> requests = Stream.of(stage.person("ann-1", 1), stage.person("ann-2", 2))
                .filter(request ->
                        request.holdAt(CheckThenInsert.CHECKED).begin().arrivesAt(CheckThenInsert.CHECKED))
                .toList();
        requests.forEach(Person::goOn);
        requests.forEach(Person::outcome);
        countOrders(stage);
    }

    /** The first request of ann has given its lock back, and stands still; the second one comes. */
    static void unlocked(Stage stage) {
        Person first =
                stage.person("ann-1", 1).holdAt(UnlockThenCommit.UNLOCKED).begin();
        first.awaitAt(UnlockThenCommit.UNLOCKED);
        stage.person("ann-2", 2).begin().outcome();
        first.goOn().outcome();
        countOrders(stage);
    }

    private static void countOrders(Stage stage) {
        int orders = stage.backend(LabDatabase.KIND)
                .sql()
                .sql("SELECT COUNT(*) FROM placed_order WHERE item = ?")
                .param(stage.item())
                .query(Integer.class)
                .single();
        if (orders != 1) {
            stage.found(Failure.SECOND_ORDER, "ann has " + orders + " orders where one is allowed");
        }
    }

    /** The desk takes a unit for ann, commits, and does not answer in time. */
    static void answerIsLate(Stage stage) {
        stage.person("porter", 2).begin(CalledStock.OPEN_DESK).outcome();
        Person clerk = stage.person(StockDesk.CLERK, 2).holdAt(StockDesk.COMMITTED);
        Person ann = stage.person("ann", 1).begin();
        clerk.awaitAt(StockDesk.COMMITTED);
        judge(stage, ann.outcome());
        clerk.goOn();
    }

    /** The desk takes a unit for ann, commits, and is killed before it can answer; another desk is opened. */
    static void deskDies(Stage stage) {
        stage.person("porter", 2).begin(CalledStock.OPEN_DESK).outcome();
        Person clerk = stage.person(StockDesk.CLERK, 2).holdAt(StockDesk.COMMITTED);
        Person ann = stage.person("ann", 1).begin();
        clerk.awaitAt(StockDesk.COMMITTED);
        stage.kill(clerk);
        stage.person("second-porter", 3).begin(CalledStock.OPEN_DESK).outcome();
        judge(stage, ann.outcome());
    }

    private static void judge(Stage stage, Outcome outcome) {
        int left = stage.backend(LabDatabase.KIND)
                .sql()
                .sql("SELECT available FROM stock WHERE item = ?")
                .param(stage.item())
                .query(Integer.class)
                .single();
        int taken = stage.sizes().stock() - left;
        if (taken > 1) {
            stage.found(Failure.DONE_TWICE, "ann wanted one unit, and " + taken + " were taken");
        }
        if (outcome != Outcome.TAKEN) {
            stage.found(Failure.LOCKED_OUT, "a unit was taken for ann, who was answered " + outcome);
        }
    }
}
