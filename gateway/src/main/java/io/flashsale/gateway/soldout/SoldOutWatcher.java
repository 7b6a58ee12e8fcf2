package io.flashsale.gateway.soldout;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** The one thread that keeps {@link SoldOutSales} up to date. */
final class SoldOutWatcher implements SmartLifecycle {

    private final SoldOutSales sales;
    private final Duration lookEvery;
    private volatile @Nullable Thread thread;

    SoldOutWatcher(SoldOutSales sales, Duration lookEvery) {
        this.sales = sales;
        this.lookEvery = lookEvery;
    }

    @Override
    public void start() {
        Thread watcher = Thread.ofVirtual().name("sold-out-watcher").unstarted(this::run);
        thread = watcher; // before it runs, for it runs only as long as it is the one
        watcher.start();
    }

    @Override
    public void stop() {
        Thread running = thread;
        thread = null;
        if (running != null) {
            running.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    private void run() {
        try {
            while (thread == Thread.currentThread()) {
                sales.lookAtAll();
                Thread.sleep(lookEvery);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
