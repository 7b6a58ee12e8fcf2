package io.flashsale.commons.background;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs one task over and over on a virtual thread of its own, from the start of the application to its end.
 *
 * <p>Rounds never overlap, so a task that hangs delays only itself. A round that fails, with whatever exception or
 * error, is logged and repeated: the task has to be such that repeating it is right. The pause before it is twice the
 * one before, beginning with the interval, but at most 5 s, or the interval where that is longer: a task that fails
 * never runs more often than one that succeeds. Stopping lets the round in hand finish, for at most 15 s; then it is
 * interrupted.
 */
public final class RepeatedTask implements SmartLifecycle {

    static final Duration MAX_PAUSE = Duration.ofSeconds(5);
    static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);

    private static final Logger log = LoggerFactory.getLogger(RepeatedTask.class);

    private final String name;
    private final Duration interval;
    private final Round round;
    private final Semaphore wakeUps = new Semaphore(0);
    private Duration initialDelay = Duration.ZERO;
    private int phase;
    private volatile boolean running;
    private volatile @Nullable Thread thread;

    /** What is done once a round. When it is interrupted, the application stops, and there is no further round. */
    @FunctionalInterface
    public interface Round {
        void run() throws InterruptedException;
    }

    /**
     * @param name of its thread and in the log
     * @param interval from the end of one round to the beginning of the next
     */
    public RepeatedTask(String name, Duration interval, Round round) {
        this.name = name;
        this.interval = interval;
        this.round = round;
    }

    /**
     * Makes this stop before everything else, and start after. A task that directly uses a bean which also starts and
     * stops, such as the Kafka listeners, needs this: Spring would otherwise stop it along with that bean, and take its
     * end for the end of that bean, which then is not waited for.
     */
    public RepeatedTask stoppingFirst() {
        phase = DEFAULT_PHASE;
        return this;
    }

    /** Makes the first round wait for one interval too, for what the service itself has to have begun first. */
    public RepeatedTask afterOneInterval() {
        initialDelay = interval;
        return this;
    }

    /** Begins the next round now, or right after the one in hand. Costs next to nothing and never blocks. */
    public void wake() {
        wakeUps.release();
    }

    @Override
    public void start() {
        running = true;
        thread = Thread.ofVirtual().name(name).start(this::run);
    }

    private void run() {
        Duration pause = interval;
        int failures = 0;
        if (!initialDelay.isZero() && !rested(initialDelay)) {
            return;
        }
        while (running) {
            try {
                round.run();
                pause = interval;
                failures = 0;
            } catch (InterruptedException stopped) {
                return;
            } catch (RuntimeException | Error fault) {
                if (!running) {
                    return;
                }
                pause = afterFailure(pause, interval);
                if (failures++ == 0) {
                    log.warn("{} failed and will be repeated in {}", name, pause, fault);
                } else {
                    log.warn("{} failed {} times in a row: {}", name, failures, fault.getMessage());
                }
            }
            if (!rested(pause)) {
                return;
            }
        }
    }

    /** The pause after a failure, given the one before it. */
    static Duration afterFailure(Duration pause, Duration interval) {
        Duration maxPause = interval.compareTo(MAX_PAUSE) > 0 ? interval : MAX_PAUSE;
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(maxPause) < 0 ? doubled : maxPause;
    }

    private boolean rested(Duration pause) {
        try {
            if (wakeUps.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                wakeUps.drainPermits();
            }
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void stop() {
        running = false;
        wake();
        Thread working = thread;
        if (working == null) {
            return;
        }
        try {
            if (!working.join(STOP_TIMEOUT)) {
                working.interrupt();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Unless told otherwise, stops after the web server and the consumers, which may still give it something to do. */
    @Override
    public int getPhase() {
        return phase;
    }
}
