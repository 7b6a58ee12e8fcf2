package io.flashsale.locklab.scheme;

/** What is done under a lock. */
@FunctionalInterface
public interface Work {

    /** What schemes hand out that number no holder. */
    long NO_TOKEN = 0;

    /** @param fencingToken grows with each holder, so that a resource can tell a late one; or {@link #NO_TOKEN} */
    void run(long fencingToken) throws InterruptedException;
}
