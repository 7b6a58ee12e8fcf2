package io.flashsale.devstack.network;

import io.flashsale.devstack.network.TcpProxy.Direction;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** The current faults of a line; each connection checks them before it forwards bytes. */
final class LineState {

    private final Set<Direction> cut = EnumSet.noneOf(Direction.class);
    private volatile long delayNanos;
    private volatile boolean refusing;

    void delay(Duration latency) {
        delayNanos = latency.toNanos();
    }

    long delayNanos() {
        return delayNanos;
    }

    synchronized void cut(Direction direction) {
        cut.add(direction);
    }

    void refuse() {
        refusing = true;
    }

    boolean refuses() {
        return refusing;
    }

    synchronized void heal() {
        delayNanos = 0;
        refusing = false;
        cut.clear();
        notifyAll();
    }

    /** Waits until bytes may pass in this direction. */
    synchronized void awaitOpen(Direction direction) throws InterruptedException {
        while (cut.contains(direction)) {
            wait();
        }
    }
}
