package io.flashsale.commons.batching;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets callers who arrive together share one transaction (group commit), by {@link NaturalBatching}.
 *
 * <p>A group succeeds or fails as a whole. If one member is a special case, or fails, the group is rolled back.
 * Then each caller does its own work alone, and sees only its own fault.
 *
 * @param <T> a caller's work item
 */
public final class GroupCommit<T> {

    private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);

    @FunctionalInterface
    public interface Work<T> {

        /**
         * Does the work of all items in one transaction.
         *
         * @return false if they cannot be done together: then nothing has changed. An exception means the same, or
         *     that the outcome of the commit is unknown
         */
        boolean isDoneForAll(List<T> group);
    }

    private static final class Member<T> extends Waiting {

        private final T item;
        private boolean done;

        private Member(T item) {
            this.item = item;
        }
    }

    private final Work<T> work;
    private final NaturalBatching<Member<T>> callers;

    /**
     * @param lanes groups in progress at the same time
     * @param maxGroup members of a group
     */
    public GroupCommit(int lanes, int maxGroup, Work<T> work) {
        this.work = work;
        this.callers = new NaturalBatching<>(
                lanes, maxGroup, NaturalBatching.FOREVER, new ConcurrentLinkedQueue<>(), this::doTogether);
    }

    /**
     * Whether the item was done, together with those of other callers. If not, the caller must do it alone, in a
     * repeatable way: the group's commit may have succeeded although its answer was lost.
     */
    public boolean isDoneTogether(T item) {
        Member<T> own = new Member<>(item);
        callers.join(own);
        return own.done;
    }

    private void doTogether(List<Member<T>> group) {
        try {
            List<T> items = group.stream().map(member -> member.item).toList();
            boolean done = work.isDoneForAll(items);
            group.forEach(member -> member.done = done);
        } catch (RuntimeException fault) {
            log.debug("a group of {} is taken apart", group.size(), fault);
        }
    }
}
