package io.flashsale.locklab.resource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;

/**
 * Reads the journal entry by entry and derives stays, mutual-exclusion violations, stale writes and sales.
 *
 * <p>Two overlapping stays at one item violate mutual exclusion unless both clients came only to read. A write is
 * stale if another client has come to the item to write since the author of the write came.
 */
public final class JournalAnalysis {

    private static final int REMEMBERED = 500;

    private final Consumer<Holding> ended;
    private final Map<String, SequencedMap<String, Stay>> present = new HashMap<>();
    private final Map<String, Long> comings = new HashMap<>();
    private final Map<String, Long> emptySince = new HashMap<>();
    private final List<Holding> timeline = new ArrayList<>();
    private final List<Long> saleMicros = new ArrayList<>();
    private final List<Sale> sales = new ArrayList<>();
    private int exclusionViolations;
    private int staleWrites;
    private int refusedWrites;
    private int holders;
    private long emptyMicros;
    private long firstMicros;
    private long lastMicros;

    /** @param ended is called with each stay when it ends */
    public JournalAnalysis(Consumer<Holding> ended) {
        this.ended = ended;
    }

    private record Stay(Holding holding, long coming) {}

    /** A sale, from its buyer's first attempt. */
    private record Sale(String who, long askedMicros, long soldMicros) {}

    public void add(JournalEntry entry) {
        firstMicros = firstMicros == 0 ? entry.micros() : firstMicros;
        lastMicros = entry.micros();
        switch (entry.kind()) {
            case ENTER -> enter(entry);
            case LEAVE -> leave(entry.item(), entry);
            // At every item: the script does not know the segments.
            case DIED -> List.copyOf(present.keySet()).forEach(item -> leave(item, entry));
            case WRITE -> write(entry);
            case REFUSED -> refusedWrites++;
            case SOLD -> {
                saleMicros.add(entry.value());
                if (sales.size() < REMEMBERED) {
                    sales.add(new Sale(entry.who(), entry.micros() - entry.value(), entry.micros()));
                }
            }
        }
    }

    private void enter(JournalEntry entry) {
        SequencedMap<String, Stay> here = present.computeIfAbsent(entry.item(), item -> new LinkedHashMap<>());
        Long empty = emptySince.remove(entry.item());
        emptyMicros += empty == null ? 0 : entry.micros() - empty;
        long coming =
                entry.shared() ? comings.getOrDefault(entry.item(), 0L) : comings.merge(entry.item(), 1L, Long::sum);
        Holding holding =
                new Holding(entry.item(), entry.who(), entry.micros(), null, entry.shared(), entry.token(), false);
        for (Map.Entry<String, Stay> other : here.entrySet()) {
            Holding there = other.getValue().holding();
            if (!(there.shared() && entry.shared())) {
                exclusionViolations++;
                holding = holding.beside();
                other.setValue(new Stay(there.beside(), other.getValue().coming()));
            }
        }
        holders++;
        here.put(entry.who(), new Stay(holding, coming));
    }

    private void leave(String item, JournalEntry entry) {
        SequencedMap<String, Stay> here = present.getOrDefault(item, Collections.emptyNavigableMap());
        Stay stay = here.isEmpty() ? null : here.remove(entry.who());
        if (stay == null) {
            return;
        }
        if (here.isEmpty()) {
            emptySince.put(item, entry.micros());
        }
        Holding holding = stay.holding().until(entry.micros());
        if (timeline.size() < REMEMBERED) {
            timeline.add(holding);
        }
        ended.accept(holding);
    }

    private void write(JournalEntry entry) {
        Stay stay = present.getOrDefault(entry.item(), Collections.emptyNavigableMap())
                .get(entry.who());
        if (stay != null && stay.coming() < comings.getOrDefault(entry.item(), 0L)) {
            staleWrites++;
        }
    }

    /** How often a client came while another was inside and one of the two came to write. */
    public int exclusionViolations() {
        return exclusionViolations;
    }

    /** Writes that were applied although a later holder had come. */
    public int staleWrites() {
        return staleWrites;
    }

    /** Stale writes that the resource refused. */
    public int refusedWrites() {
        return refusedWrites;
    }

    public int sold() {
        return saleMicros.size();
    }

    /**
     * Sales whose buyer met the lock, as the resource saw it. After the buyer's first attempt another client was
     * inside and left; then the buyer came in. Counts remembered stays only.
     */
    public long salesThatWaited() {
        List<Holding> stays = timeline();
        return sales.stream()
                .filter(sale -> stays.stream()
                        .filter(own -> own.who().equals(sale.who())
                                && own.fromMicros() > sale.askedMicros()
                                && own.fromMicros() < sale.soldMicros())
                        .anyMatch(own -> stays.stream().anyMatch(other -> cameAfter(own, other, sale.askedMicros()))))
                .count();
    }

    /** Whether the other client was inside at this time or later and had left when this one came in. */
    private static boolean cameAfter(Holding own, Holding other, long askedMicros) {
        Long left = other.toMicros();
        return !other.who().equals(own.who())
                && other.item().equals(own.item())
                && other.fromMicros() < own.fromMicros()
                && left != null
                && left > askedMicros
                && left <= own.fromMicros();
    }

    /** Sales that began during another sale, for schemes that let nobody inside. Counts remembered sales only. */
    public long salesAtOnce() {
        return sales.stream()
                .filter(sale -> sales.stream()
                        .anyMatch(other -> other != sale
                                && other.askedMicros() < sale.askedMicros()
                                && other.soldMicros() > sale.askedMicros()))
                .count();
    }

    /** The duration of each sale from the first attempt, in microseconds, sorted. */
    public long[] saleMicros() {
        return saleMicros.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    /** The number of stays. */
    public int holders() {
        return holders;
    }

    /** The time between the first and the last stay with nobody inside, summed over the items. */
    public long emptyMicros() {
        return emptyMicros;
    }

    public long firstMicros() {
        return firstMicros;
    }

    public long lastMicros() {
        return lastMicros;
    }

    /** The first {@value #REMEMBERED} stays in the order in which they ended, then those that have not ended. */
    public List<Holding> timeline() {
        List<Holding> all = new ArrayList<>(timeline);
        present.values().forEach(here -> here.values().forEach(stay -> all.add(stay.holding())));
        return all;
    }
}
