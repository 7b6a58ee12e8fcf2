package io.flashsale.commons.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets callers who arrive together share one transaction (group commit).
 *
 * <p>A caller that finds a free lane does the work of all who have gathered. While all lanes are taken, callers
 * wait to be taken along. There is no timer and no thread of its own, so a lone caller works at once, and in a
 * crowd the groups grow by themselves.
 *
 * <p>A group succeeds or fails as a whole. If one member is a special case, or fails, the group is rolled back.
 * Then each caller does its own work alone, and sees only its own fault.
 *
 * @param <T> a caller's work item
 */
public final class GroupCommit<T> {

    private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);

    /** The work of a whole group. */
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

    private static final class Member<T> {

        private final T item;
        private final Thread thread = Thread.currentThread();
        private volatile boolean taken;
        private volatile boolean ended;
        private boolean done;

        private Member(T item) {
            this.item = item;
        }

        private void end(boolean asOneOfTheGroup) {
            done = asOneOfTheGroup;
            ended = true;
            LockSupport.unpark(thread);
        }
    }

    private final Work<T> work;
    private final int maxGroup;
    private final Semaphore lanes;
    private final Queue<Member<T>> gathered = new ConcurrentLinkedQueue<>();

    /**
     * @param lanes groups in progress at the same time
     * @param maxGroup members of a group
     */
    public GroupCommit(int lanes, int maxGroup, Work<T> work) {
        this.lanes = new Semaphore(lanes);
        this.maxGroup = maxGroup;
        this.work = work;
    }

    /**
     * Whether the item was done, together with those of other callers. If not, the caller must do it alone, in a
     * repeatable way: the group's commit may have succeeded although its answer was lost.
     */
    public boolean isDoneTogether(T item) {
        Member<T> own = new Member<>(item);
        gathered.add(own);
        boolean interrupted = false;
        while (!own.ended) {
            if (!own.taken && lanes.tryAcquire()) {
                lead();
            } else {
                LockSupport.park(this); // a thread that gives its lane back wakes the longest waiting one
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return own.done;
    }

    /** Called with a lane, which it gives back. */
    private void lead() {
        List<Member<T>> group = new ArrayList<>();
        boolean done = false;
        try {
            for (Member<T> next = gathered.poll();
                    next != null;
                    next = group.size() < maxGroup ? gathered.poll() : null) {
                next.taken = true;
                group.add(next);
            }
            done = !group.isEmpty()
                    && work.isDoneForAll(
                            group.stream().map(member -> member.item).toList());
        } catch (RuntimeException fault) {
            log.debug("a group of {} is taken apart", group.size(), fault);
        } finally {
            lanes.release();
            for (Member<T> member : group) {
                member.end(done);
            }
            Member<T> next = gathered.peek();
            if (next != null) {
                LockSupport.unpark(next.thread);
            }
        }
    }
}
