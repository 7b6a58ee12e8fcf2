package io.flashsale.devstack.fault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;

/** The recent faults, active and ended. Not thread-safe. */
final class FaultHistory {

    private static final int REMEMBERED = 50;

    private final Deque<FaultStatus> newestFirst = new ArrayDeque<>();

    void add(FaultStatus fault) {
        newestFirst.addFirst(fault);
        if (newestFirst.size() > REMEMBERED && newestFirst.getLast().isOver()) {
            newestFirst.removeLast();
        }
    }

    void remove(FaultStatus fault) {
        newestFirst.remove(fault);
    }

    List<FaultStatus> newestFirst() {
        return List.copyOf(newestFirst);
    }

    /** Whether this process or line has an active fault. */
    boolean isBroken(String name) {
        return newestFirst.stream()
                .anyMatch(fault -> !fault.isOver() && fault.broken().equals(name));
    }

    /** @return the changed fault */
    FaultStatus change(long id, UnaryOperator<FaultStatus> change) {
        List<FaultStatus> all = new ArrayList<>(newestFirst);
        all.replaceAll(fault -> fault.id() == id ? change.apply(fault) : fault);
        newestFirst.clear();
        newestFirst.addAll(all);
        return all.stream().filter(fault -> fault.id() == id).findFirst().orElseThrow();
    }
}
