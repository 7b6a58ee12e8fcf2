package io.flashsale.locklab.observation;

import io.flashsale.locklab.scenario.ScenarioException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** A statement that is under way: it ends at once, or when other transactions have. */
final class Statement {

    private static final int BETWEEN_LOOKS_MILLIS = 20;

    private final FutureTask<Long> task;
    private boolean waits;

    Statement(Callable<Long> work) {
        task = new FutureTask<>(work);
        Thread.ofVirtual().start(task);
    }

    /** Returns when it has ended, or when it is seen to wait. */
    void awaitEndOr(BooleanSupplier isSeenWaiting) throws InterruptedException {
        while (!waits && !endsSoon()) {
            waits = isSeenWaiting.getAsBoolean();
        }
    }

    private boolean endsSoon() throws InterruptedException {
        try {
            task.get(BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException refused) {
            return true;
        } catch (TimeoutException underWay) {
            return false;
        }
    }

    /** Whether it had to wait for a lock. */
    boolean waits() {
        return waits;
    }

    /** Waits for its end, and says whether the database has carried it out. */
    boolean succeeds() throws InterruptedException {
        try {
            task.get();
            return true;
        } catch (ExecutionException refused) {
            return false;
        }
    }

    /** Waits for its end. Returns the number that it read, or the rows that it changed. */
    long number() throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException refused) {
            throw new ScenarioException("refused: " + refused.getCause());
        }
    }

    /** Waits for its end. Returns its number in words, or the database's error. */
    String answer() throws InterruptedException {
        try {
            return Long.toString(task.get());
        } catch (ExecutionException refused) {
            if (refused.getCause() instanceof SQLException error) {
                String why = String.valueOf(error.getMessage()).replaceFirst("[;(].*", "");
                return "error " + error.getErrorCode() + " (" + why.strip() + ")";
            }
            throw new ScenarioException("not answered: " + refused.getCause());
        }
    }
}
