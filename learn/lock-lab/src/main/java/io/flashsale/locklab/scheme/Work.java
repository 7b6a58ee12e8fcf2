package io.flashsale.locklab.scheme;

/** The work that is done under a lock. */
@FunctionalInterface
public interface Work {

    /** The token of schemes that do not number their holders. */
    long NO_TOKEN = 0;

    /** @param fencingToken grows with each holder, so that a resource can detect a late one; or {@link #NO_TOKEN} */
    void run(long fencingToken) throws InterruptedException;
}
