package io.flashsale.locklab.scheduler;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.locklab.scenario.Worker;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One of the two clients of a game, with its process and its cuttable connections. */
final class Seat implements AutoCloseable {

    private final List<TcpProxy> links;
    private SteppedClient client;
    private Worker process;
    private Condition condition = Condition.READY;
    private boolean cut;

    /** @param links its connections; empty if they cannot be cut */
    Seat(SteppedClient client, List<TcpProxy> links) {
        this.client = client;
        this.process = client.process();
        this.links = List.copyOf(links);
    }

    /** The states of a client. */
    enum Condition {
        /** Stopped at its next command. */
        READY,
        /** Waits for another client, in a command that it has sent or between two commands. */
        WAITS,
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

    /** Why this action is not possible now; empty if it is. */
    Optional<Obstacle> obstacle(Move.Action action) {
        if (isGone()) {
            return Optional.of(condition == Condition.DEAD ? Obstacle.DEAD : Obstacle.DONE);
        }
        if (condition == Condition.WAITS && action != Move.Action.KILL) {
            return Optional.of(Obstacle.WAITS);
        }
        boolean paused = condition == Condition.PAUSED;
        return Optional.ofNullable(
                switch (action) {
                    case STEP, PAUSE -> paused ? Obstacle.PAUSED : null;
                    case RESUME -> paused ? null : Obstacle.NOT_PAUSED;
                    case CUT ->
                        links.isEmpty()
                                ? Obstacle.NO_LINK
                                : cut ? Obstacle.CUT_ALREADY : paused ? Obstacle.PAUSED : null;
                    case MEND -> !cut ? Obstacle.NOT_CUT : paused ? Obstacle.PAUSED : null;
                    case KILL, END_LEASE -> null;
                });
    }

    /** Runs the next command. Returns true if that ended its attempt to buy. */
    boolean step() {
        if (client.next() == null) {
            client.begin(); // its last attempt ended without a command
        } else {
            client.step();
        }
        return hasEnded();
    }

    /** Gives a waiting client this time to continue. Returns true if its attempt to buy has ended. */
    boolean comesOn(Duration time) {
        return condition == Condition.WAITS && client.comesOn(time) && hasEnded();
    }

    private boolean hasEnded() {
        condition = client.waits() ? Condition.WAITS : Condition.READY;
        if (client.waits() || client.next() != null) {
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

    /** Continues the unfinished order of a dead process in another one. */
    void beginIn(SteppedClient again) {
        client = again;
        process = again.process();
        again.begin();
        hasEnded();
    }

    /** Begins to buy. Returns true if the attempt has already ended. */
    boolean begin() {
        client.begin();
        return hasEnded();
    }

    void cut() {
        links.forEach(TcpProxy::refuse);
        cut = true;
    }

    void mend() {
        links.forEach(TcpProxy::heal);
        cut = false;
    }

    @Override
    public void close() {
        links.forEach(TcpProxy::close);
    }
}
