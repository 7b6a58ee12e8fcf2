package io.flashsale.devstack.fault;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;

/** The recent faults, active and ended. Not thread-safe. */
final class FaultHistory {

    private static final int REMEMBERED = 50;

    private final Deque<InjectedFault> newestFirst = new ArrayDeque<>();

    void add(InjectedFault fault) {
        newestFirst.addFirst(fault);
        if (newestFirst.size() > REMEMBERED && newestFirst.getLast().isOver()) {
            newestFirst.removeLast();
        }
    }

    void remove(InjectedFault fault) {
        newestFirst.remove(fault);
    }

    List<InjectedFault> newestFirst() {
        return List.copyOf(newestFirst);
    }

    /** Whether this process or line has an active fault. */
    boolean isBroken(String name) {
        return newestFirst.stream()
                .anyMatch(fault -> !fault.isOver() && fault.broken().equals(name));
    }

    /** @return the changed fault */
    InjectedFault change(long id, UnaryOperator<InjectedFault> change) {
        List<InjectedFault> all = new ArrayList<>(newestFirst);
        all.replaceAll(fault -> fault.id() == id ? change.apply(fault) : fault);
        newestFirst.clear();
        newestFirst.addAll(all);
        return all.stream().filter(fault -> fault.id() == id).findFirst().orElseThrow();
    }
}
