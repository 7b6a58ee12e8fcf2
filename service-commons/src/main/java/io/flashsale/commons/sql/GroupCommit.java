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
 * Lets callers who come at the same moment share one transaction (group commit): whoever finds a lane free does the work of
 * all who have gathered, and whoever comes while all lanes are taken waits to be taken along. There is no timer and no thread
 * of its own, so a lone caller does its own work at once, and in a crowd the groups grow by themselves.
 *
 * <p>A group is done as a whole or not at all. What is special about one of its members, or goes wrong for one, undoes the group;
 * then each does its own work alone, and hears of its own fault only.
 *
 * @param <T> what a caller wants done
 */
public final class GroupCommit<T> {

    private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);

    /** The work of a whole group. */
    @FunctionalInterface
    public interface Work<T> {

        /**
         * Does it for all of them, in one transaction.
         *
         * @return false if it is not to be done together: then nothing has changed. An exception means the same, or that nobody
         *     knows whether a commit went through
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
     * @param lanes groups that are done at the same time
     * @param maxGroup members of a group
     */
    public GroupCommit(int lanes, int maxGroup, Work<T> work) {
        this.lanes = new Semaphore(lanes);
        this.maxGroup = maxGroup;
        this.work = work;
    }

    /**
     * Whether it was done, together with what others wanted at the same time. If not, the caller is to do it alone, in a way
     * that can be repeated, because the group's commit may have gone through although nobody heard of it.
     */
    public boolean isDoneTogether(T item) {
        Member<T> own = new Member<>(item);
        gathered.add(own);
        boolean interrupted = false;
        while (!own.ended) {
            if (!own.taken && lanes.tryAcquire()) {
                lead();
            } else {
                LockSupport.park(this); // whoever gives its lane back wakes the one who has waited longest
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return own.done;
    }

    /** To be called with a lane, which it gives back. */
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
