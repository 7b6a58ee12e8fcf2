package io.flashsale.entry.sale;

import java.time.Instant;

/** A sale, as far as its entry is concerned. */
public interface EntrySale {

    long id();

    /** Grows with each change by an administrator. */
    long revision();

    Instant opensAt();

    EntryMode entryMode();

    /** Places of the waiting room that are served a second, at most. */
    int entryRate();

    /** Hashes that a browser computes at most before its shopper may enter, before rules raise them; 0 for none. */
    int entryDifficulty();
}
