package io.flashsale.locklab.catalogue;

/** What a case states about a scenario. */
public enum Expectation {
    /** Nothing fails. */
    HOLDS,
    /** It fails each time, in the way that is named. */
    FAILS,
    /** It may fail, in the way that is named, or not: chance decides. */
    MAY_FAIL,
    /** Nothing is stated: the run answers a question that is put to each scheme. */
    ASKED
}
