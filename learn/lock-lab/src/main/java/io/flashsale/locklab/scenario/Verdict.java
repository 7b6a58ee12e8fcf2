package io.flashsale.locklab.scenario;

/** What a run says about its scheme. */
public enum Verdict {
    /** Nothing failed although it could have: the units add up, demand was served, and a client met the lock. */
    HOLDS,
    /** It failed, in the ways that the findings name. */
    FAILS,
    /** Nothing failed, which proves nothing: nobody met the lock, or the time was over first. */
    INCONCLUSIVE
}
