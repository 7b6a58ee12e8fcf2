package io.flashsale.locklab.web.game;

import io.flashsale.locklab.run.LabDirectory;
import io.flashsale.locklab.run.Laboratory;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Where one game at a time is played: a laboratory, which is kept for the next game until nobody has wanted it for a while. */
final class GamePlace {

    private final int number;
    private final Semaphore free = new Semaphore(1);
    private @Nullable Laboratory laboratory;
    private long freeSince;

    GamePlace(int number) {
        this.number = number;
    }

    /** Takes it if it is free; whoever has done so {@link #leave leaves} it. */
    boolean tryTake() {
        return free.tryAcquire();
    }

    /** The laboratory, for whoever has taken the place; throws what its constructor does. */
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

    /** Ends servers and processes, for whoever has taken the place. */
    void close() {
        Laboratory present = laboratory;
        laboratory = null;
        if (present != null) {
            present.close();
        }
    }

    /** Ends them if the place has been free for so long. */
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
