package io.flashsale.devstack.fault;

import io.flashsale.devstack.system.DevStack;
import io.flashsale.devstack.system.FlashSaleSystem;
import io.flashsale.devstack.system.Lines;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Breaks and repairs parts of a running system, and remembers the recent faults.
 *
 * <p>A fault lasts until it is repaired. Several may last at once, each of another process or line.
 * Thread-safe.
 */
public final class Faults {

    private static final int REMEMBERED = 50;

    private final Breakables breakables;
    private final Consumer<Runnable> launching;
    private final Map<String, Breakable> broken = new LinkedHashMap<>();
    private final List<FaultStatus> newestFirst = new ArrayList<>();
    private long lastId;

    /** The result of a request to break something. */
    public sealed interface Outcome {

        record Injected(FaultStatus fault) implements Outcome {}

        record NoSuchTarget() implements Outcome {}

        /** @param why a whole sentence */
        record NotPossible(String why) implements Outcome {}

        record AlreadyBroken() implements Outcome {}
    }

    /**
     * @param lines null if there are none
     * @param launching receives the task that starts a process again, and runs it unless the system is stopping
     */
    public Faults(DevStack stack, @Nullable Lines lines, FlashSaleSystem services, Consumer<Runnable> launching) {
        this.breakables = new Breakables(stack, lines, services);
        this.launching = launching;
    }

    /** Everything that can be broken or is broken; servers first. */
    public synchronized List<FaultTarget> targets() {
        return breakables.targets(this::isBroken);
    }

    /** The recent faults, newest first. */
    public synchronized List<FaultStatus> injected() {
        return List.copyOf(newestFirst);
    }

    /** Whether a process or line is broken on purpose, or is restarting after that. */
    public synchronized boolean isBroken(String name) {
        return newestFirst.stream()
                .anyMatch(fault -> !fault.isOver() && fault.broken().equals(name));
    }

    /** Breaks the target at once. */
    public synchronized Outcome breakIt(String target, FaultKind kind) {
        Optional<FaultTarget> wanted =
                targets().stream().filter(one -> one.name().equals(target)).findFirst();
        if (wanted.isEmpty()) {
            return new Outcome.NoSuchTarget();
        }
        if (!wanted.get().faults().contains(kind)) {
            return new Outcome.NotPossible("That cannot be done to " + target + ".");
        }
        Optional<Breakable> meant = breakables.find(wanted.get(), this::isBroken);
        if (isBroken(meant.map(Breakable::name).orElse(target))) {
            return new Outcome.AlreadyBroken();
        }
        return meant.<Outcome>map(breakable -> inject(wanted.get(), breakable, kind))
                .orElseGet(() -> new Outcome.NotPossible("No server answers as a master of Redis now."));
    }

    private Outcome inject(FaultTarget target, Breakable breakable, FaultKind kind) {
        FaultStatus fault = new FaultStatus(
                Long.toString(++lastId),
                target.name(),
                breakable.name(),
                target.part(),
                kind,
                Instant.now(),
                null,
                FaultStatus.State.BROKEN);
        try {
            return new Outcome.Injected(kind.isMomentary() ? strike(fault, breakable) : hold(fault, breakable));
        } catch (RuntimeException refused) {
            newestFirst.remove(fault);
            return new Outcome.NotPossible("It could not be done: " + refused.getMessage() + ".");
        } finally {
            if (target.healsAfterSeconds() != null) {
                CompletableFuture.delayedExecutor(target.healsAfterSeconds(), TimeUnit.SECONDS)
                        .execute(() -> heal(fault.id()));
            }
        }
    }

    private FaultStatus strike(FaultStatus fault, Breakable breakable) {
        switch (fault.fault()) {
            case WIPE -> breakables.masters().wipe(this::isBroken);
            case FAIL_OVER -> breakables.masters().failOver(this::isBroken);
            default -> breakable.breakIt(fault.fault());
        }
        FaultStatus over = fault.with(FaultStatus.State.OVER, Instant.now());
        add(over);
        return over;
    }

    /** Records the fault first, so that no watcher restarts the process that is about to die. */
    private FaultStatus hold(FaultStatus fault, Breakable breakable) {
        add(fault);
        breakable.breakIt(fault.fault());
        broken.put(fault.id(), breakable);
        return fault;
    }

    private void add(FaultStatus fault) {
        newestFirst.addFirst(fault);
        if (newestFirst.size() > REMEMBERED && newestFirst.getLast().isOver()) {
            newestFirst.removeLast();
        }
    }

    /** @return the changed fault */
    private FaultStatus change(String id, UnaryOperator<FaultStatus> change) {
        newestFirst.replaceAll(fault -> fault.id().equals(id) ? change.apply(fault) : fault);
        return newestFirst.stream()
                .filter(fault -> fault.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Starts to repair everything; {@link #injected} reports the progress. */
    public void heal() {
        injected().forEach(fault -> heal(fault.id()));
    }

    private synchronized void heal(String id) {
        Breakable breakable = broken.remove(id);
        if (breakable == null) {
            return;
        }
        FaultStatus fault = change(id, known -> known.with(FaultStatus.State.HEALING, null));
        Thread.ofVirtual().name("heal-" + fault.broken()).start(() -> mend(fault, breakable));
    }

    private void mend(FaultStatus fault, Breakable breakable) {
        try {
            breakable.mend(fault.fault(), launching);
            breakable.awaitWhole();
            end(fault.id(), FaultStatus.State.OVER);
        } catch (RuntimeException notBack) { // any failure, so that no caller waits for ever
            end(fault.id(), FaultStatus.State.NOT_BACK);
        }
    }

    private synchronized void end(String id, FaultStatus.State how) {
        change(id, fault -> fault.with(how, Instant.now()));
    }

    /**
     * Resumes everything that hangs and repairs all lines, so that the system can be stopped. Dead processes
     * stay dead.
     */
    public synchronized void release() {
        for (FaultStatus fault : injected()) {
            Breakable breakable = broken.remove(fault.id());
            if (breakable != null) {
                breakable.release(fault.fault());
                end(fault.id(), fault.fault() == FaultKind.KILL ? FaultStatus.State.NOT_BACK : FaultStatus.State.OVER);
            }
        }
    }
}
