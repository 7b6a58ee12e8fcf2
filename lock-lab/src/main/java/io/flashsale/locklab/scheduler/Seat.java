package io.flashsale.locklab.scheduler;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.locklab.scenario.Worker;
import io.flashsale.locklab.scheme.Outcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One of the two clients of a game, with its process, and its line to the lock server if that can be cut. */
final class Seat implements AutoCloseable {

    private final SteppedClient client;
    private final Worker process;
    private final @Nullable TcpProxy link;
    private Condition condition = Condition.READY;
    private boolean cut;

    Seat(SteppedClient client, @Nullable TcpProxy link) {
        this.client = client;
        this.process = client.process();
        this.link = link;
    }

    /** What a client can be. */
    enum Condition {
        /** Stands at its next command. */
        READY,
        PAUSED,
        DEAD,
        /** Has the unit, or knows that there is none. */
        DONE
    }

    SteppedClient client() {
        return client;
    }

    Condition condition() {
        return condition;
    }

    boolean isCut() {
        return cut;
    }

    boolean canCount() {
        return condition == Condition.READY || condition == Condition.DONE;
    }

    boolean isGone() {
        return condition == Condition.DEAD || condition == Condition.DONE;
    }

    /** Why this cannot be done with it now, if anything stands against it. */
    Optional<Obstacle> obstacle(Move.Action action) {
        if (isGone()) {
            return Optional.of(condition == Condition.DEAD ? Obstacle.DEAD : Obstacle.DONE);
        }
        boolean paused = condition == Condition.PAUSED;
        return Optional.ofNullable(
                switch (action) {
                    case STEP, PAUSE -> paused ? Obstacle.PAUSED : null;
                    case RESUME -> paused ? null : Obstacle.NOT_PAUSED;
                    case CUT ->
                        link == null ? Obstacle.NO_LINK : cut ? Obstacle.CUT_ALREADY : paused ? Obstacle.PAUSED : null;
                    case MEND -> !cut ? Obstacle.NOT_CUT : paused ? Obstacle.PAUSED : null;
                    case KILL, END_LEASE -> null;
                });
    }

    /** It carries out its next command; true if its attempt to buy has ended with that. */
    boolean step() {
        client.step();
        if (client.next() != null) {
            return false;
        }
        Outcome outcome = client.latest();
        if (outcome == Outcome.TAKEN || outcome == Outcome.SOLD_OUT) {
            condition = Condition.DONE;
        }
        return true;
    }

    void pause() {
        process.pause();
        condition = Condition.PAUSED;
    }

    void resume() {
        process.resume();
        condition = Condition.READY;
    }

    void kill() {
        process.kill();
        condition = Condition.DEAD;
    }

    void cut() {
        if (link != null) {
            link.refuse();
            cut = true;
        }
    }

    void mend() {
        if (link != null) {
            link.heal();
            cut = false;
        }
    }

    @Override
    public void close() {
        if (link != null) {
            link.close();
        }
    }
}
