package io.flashsale.commons.background;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs one task repeatedly on its own virtual thread, from the start of the application to its end.
 *
 * <p>Rounds never overlap, so a task that hangs delays only itself.
 *
 * <p>A round that fails, with any exception or error, is logged and repeated, so the task must be safe to repeat.
 * The pause after a failure starts at twice the interval and doubles each time, up to 5 s, or up to the interval if
 * that is longer. So a failing task never runs more often than a successful one.
 *
 * <p>Stopping lets the current round finish for at most 15 s, and then interrupts it.
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

    /** The work of one round. An interruption means that the application stops, and no round follows. */
    @FunctionalInterface
    public interface Round {
        void run() throws InterruptedException;
    }

    /**
     * @param name of the thread, also used in the log
     * @param interval from the end of one round to the start of the next
     */
    public RepeatedTask(String name, Duration interval, Round round) {
        this.name = name;
        this.interval = interval;
        this.round = round;
    }

    /**
     * Makes this stop before everything else, and start after. Needed by a task that directly uses a bean with its
     * own start and stop, such as the Kafka listeners. Otherwise Spring would stop the task together with that
     * bean, take the task's end for the bean's, and not wait for the bean.
     */
    public RepeatedTask stoppingFirst() {
        phase = DEFAULT_PHASE;
        return this;
    }

    /** Delays the first round by one interval, for work that the service itself must begin first. */
    public RepeatedTask afterOneInterval() {
        initialDelay = interval;
        return this;
    }

    /** Starts the next round now, or right after the current one. Cheap, and never blocks. */
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

    /** By default stops after the web server and the consumers, which may still give it work. */
    @Override
    public int getPhase() {
        return phase;
    }
}
