package io.flashsale.locklab.judging;

import io.flashsale.locklab.judging.Interleavings.Counterexample;
import io.flashsale.locklab.scheduler.Decisions;
import io.flashsale.locklab.scheduler.Game;
import io.flashsale.locklab.scheduler.MoveNotPossibleException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Explores all orders with at most a given number of interruptions. Commands cannot be undone, so each order is
 * played from the beginning.
 */
final class Exploration {

    private final Supplier<Game> beginning;
    private final int interruptions;
    private final boolean isPurchase;
    private final long deadline;
    private final Decisions decisions = new Decisions();
    private @Nullable Counterexample found;
    private int orders;
    private int notFollowed;
    private boolean complete;

    /** @param deadline by {@code System.nanoTime()}, after which no order begins */
    Exploration(Supplier<Game> beginning, int interruptions, boolean isPurchase, long deadline) {
        this.beginning = beginning;
        this.interruptions = interruptions;
        this.isPurchase = isPurchase;
        this.deadline = deadline;
    }

    void run() {
        do {
            if (System.nanoTime() > deadline) {
                return;
            }
            tryOne();
        } while (decisions.toTheNext());
        complete = true;
    }

    private void tryOne() {
        try (Game game = beginning.get()) {
            Interleaving interleaving = new Interleaving(game, interruptions, isPurchase);
            for (List<Interleaving.Option> options = interleaving.options();
                    !options.isEmpty();
                    options = interleaving.options()) {
                if (found != null
                        && interleaving.moves().size() + 1 >= found.moves().size()) {
                    return; // cannot be shorter than the best so far
                }
                interleaving.take(options.get(Math.min(decisions.next(options.size()), options.size() - 1)));
            }
            orders++;
            Damage damage = interleaving.damage();
            if (damage != null) {
                found = new Counterexample(damage, interleaving.moves());
            } else if (!interleaving.isFollowed()) {
                notFollowed++;
            }
        } catch (MoveNotPossibleException e) {
            notFollowed++;
        }
    }

    @Nullable
    Counterexample found() {
        return found;
    }

    int orders() {
        return orders;
    }

    int notFollowed() {
        return notFollowed;
    }

    boolean isComplete() {
        return complete;
    }
}
