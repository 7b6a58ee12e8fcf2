package io.flashsale.devstack.launcher;

import io.flashsale.devstack.system.JavaService;
import java.io.IOException;
import java.util.List;

/** Makes missing AOT caches for the next start while the shop is open, one service after the other. */
final class NextStart implements AutoCloseable {

    /** Keeps the shop's start undisturbed. */
    private static final long AFTER_MS = 10_000;

    private final Console console;
    private final List<JavaService> services;
    private final Thread thread;

    NextStart(Console console, List<JavaService> services) {
        this.console = console;
        this.services = services;
        this.thread = Thread.ofPlatform().daemon().name("next-start").unstarted(this::run);
    }

    void begin() {
        thread.start();
    }

    private void run() {
        try {
            Thread.sleep(AFTER_MS);
            long begin = System.nanoTime();
            int made = 0;
            for (JavaService service : services) {
                made += makeCache(service) ? 1 : 0;
            }
            if (made > 0) {
                console.line("The next start will be faster: AOT caches of " + made + " services were made in "
                        + Console.seconds(Console.since(begin)) + ".");
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean makeCache(JavaService service) throws InterruptedException {
        try {
            return service.makeAotCache();
        } catch (IOException fault) {
            console.line("[" + service.name() + "] will start no faster next time: " + fault.getMessage());
            return false;
        }
    }

    /** Abandons unfinished caches. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(2_000);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
