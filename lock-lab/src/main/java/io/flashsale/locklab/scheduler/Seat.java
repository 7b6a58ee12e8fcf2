package io.flashsale.locklab.scheduler;

import io.flashsale.devstack.network.TcpProxy;
import io.flashsale.locklab.scenario.Worker;
import io.flashsale.locklab.scheme.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One of the two clients of a game, with its process, and its line to the lock server if that can be cut. */
final class Seat implements AutoCloseable {

    private final List<TcpProxy> links;
    private SteppedClient client;
    private Worker process;
    private Condition condition = Condition.READY;
    private boolean cut;

    /** @param links none if they cannot be cut */
    Seat(SteppedClient client, List<TcpProxy> links) {
        this.client = client;
        this.process = client.process();
        this.links = List.copyOf(links);
    }

    /** What a client can be. */
    enum Condition {
        /** Stands at its next command. */
        READY,
        /** Has sent a command, or come to a line, that has it wait for somebody else. */
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

    /** Why this cannot be done with it now, if anything stands against it. */
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

    /** It carries out its next command; true if its attempt to buy has ended with that. */
    boolean step() {
        if (client.next() == null) {
            client.begin(); // its last attempt ended without a command
        } else {
            client.step();
        }
        return hasEnded();
    }

    /** Who waits may have come on within this time; true if its attempt to buy has ended with that. */
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

    /** The same client begins once more what a dead process did not end, in another one. */
    void beginIn(SteppedClient again) {
        client = again;
        process = again.process();
        again.begin();
        hasEnded();
    }

    /** It begins to buy; true if its attempt has ended with that. */
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
