package io.flashsale.locklab.web.game;

import io.flashsale.locklab.run.LabDirectory;
import io.flashsale.locklab.run.Laboratory;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A place for one game at a time. Its laboratory serves the next game, too, unless the place was free for long. */
final class GamePlace {

    private final int number;
    private final Semaphore free = new Semaphore(1);
    private @Nullable Laboratory laboratory;
    private long freeSince;

    GamePlace(int number) {
        this.number = number;
    }

    /** Takes the place if it is free. The game that takes it must {@link #leave} it. */
    boolean tryTake() {
        return free.tryAcquire();
    }

    /** Returns the laboratory for the game in this place; throws what the laboratory's constructor throws. */
    Laboratory laboratory() {
        Laboratory present = laboratory;
        if (present == null) {
            present = new Laboratory(LabDirectory.ofGame(number));
            laboratory = present;
        }
        return present;
    }

    void leave() {
        freeSince = System.nanoTime();
        free.release();
    }

    /** Ends servers and processes of the game in this place. */
    void close() {
        Laboratory present = laboratory;
        laboratory = null;
        if (present != null) {
            present.close();
        }
    }

    /** Ends servers and processes if the place has been free for this long. */
    void closeIfFreeFor(long nanos) {
        if (tryTake()) {
            try {
                if (System.nanoTime() - freeSince > nanos) {
                    close();
                }
            } finally {
                free.release();
            }
        }
    }
}
