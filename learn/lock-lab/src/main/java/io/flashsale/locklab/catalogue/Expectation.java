package io.flashsale.locklab.catalogue;

/** What a case expects of a scenario. */
public enum Expectation {
    /** Nothing fails. */
    HOLDS,
    /** It fails every time, in the named way. */
    FAILS,
    /** It may fail in the named way: that depends on chance. */
    MAY_FAIL,
    /** No expectation: the run answers a question that every scheme is asked. */
    ASKED
}
