package io.flashsale.simulation.shop;

import io.flashsale.admission.ReservationGroup;
import io.flashsale.admission.outbox.SavedGroups;
import io.flashsale.simulation.shop.SimulatedTables.SavedLine;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.springframework.transaction.support.TransactionTemplate;

/** Table {@code reservation_backlog} in memory, with the rules of JdbcSavedGroups. */
final class SimulatedSavedGroups implements SavedGroups {

    private final World world;
    private final SimulatedTables tables;
    private final TransactionTemplate transaction;

    SimulatedSavedGroups(World world, SimulatedTables tables) {
        this.world = world;
        this.tables = tables;
        this.transaction = new TransactionTemplate(tables.database);
    }

    @Override
    public boolean save(List<ReservationGroup> groups, BooleanSupplier inTime) {
        try {
            return Objects.requireNonNull(transaction.execute(status -> {
                groups.forEach(group -> {
                    if (tables.saved.lock(group.first()) == null) {
                        tables.saved.put(group.first(), new SavedLine(group, world.now()));
                    }
                });
                boolean saves = inTime.getAsBoolean();
                if (!saves) {
                    status.setRollbackOnly();
                }
                return saves;
            }));
        } catch (RuntimeException fault) {
            return false;
        }
    }

    @Override
    public List<ReservationGroup> overdue(Duration age, long after, int max) {
        try {
            return tables.database.read(
                    "reads saved groups",
                    () -> tables.saved.rows().stream()
                            .filter(line -> line.group().first() > after
                                    && (world.now() - line.savedAt() >= age.toMillis() || line.savedAt() > world.now()))
                            .limit(max)
                            .map(SavedLine::group)
                            .toList());
        } catch (RuntimeException fault) {
            return List.of();
        }
    }

    @Override
    public void forget(List<ReservationGroup> groups) {
        if (groups.stream().allMatch(group -> tables.saved.get(group.first()) == null)) {
            return; // the statement would change nothing
        }
        try {
            transaction.executeWithoutResult(_ -> groups.forEach(group -> tables.saved.remove(group.first())));
        } catch (RuntimeException fault) {
            // they are sent again
        }
    }

    @Override
    public Set<Long> waiting(Collection<Long> campaignIds) throws ExecutionException {
        try {
            return tables.database.read("reads saved groups", () -> {
                Set<Long> waiting = new TreeSet<>();
                tables.saved
                        .uncommittedRows()
                        .forEach(line -> waiting.add(line.group().campaignId()));
                waiting.retainAll(campaignIds);
                return waiting;
            });
        } catch (RuntimeException fault) {
            throw new ExecutionException(fault);
        }
    }

    @Override
    public Duration oldestAge() {
        return Duration.ZERO;
    }
}
