package io.flashsale.entry;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The entry of a sale at one moment, as Redis has it.
 *
 * @param now by the clock of Redis
 * @param run of the server that it was made on
 * @param given the last given number
 * @param mark the last number that may be given; MySQL knows it
 * @param serving the last served place
 * @param restored how often a number was restored; counts on this run
 * @param pace places served a second, of late
 * @param atOpening numbers given before the opening of a lottery; empty until it is drawn
 * @param unclaimed numbers up to {@code given} that belong to nobody and whose places were not passed over yet. At
 *     most so many: a user's row may have reached MySQL only after the count
 * @param putBack numbers that were restored after their places had been passed over; they wait for their turns
 * @param remaining unsold units, including those that tickets and turns are out for
 * @param free units that neither a ticket nor a turn is out for; below 0 if there are too few
 */
record EntryState(
        Instant now,
        String run,
        long given,
        long mark,
        long serving,
        long restored,
        long pace,
        OptionalLong atOpening,
        long free,
        Instant opensAt,
        Instant closesAt,
        long unclaimed,
        long putBack,
        long remaining) {

    /** Parses the answer of {@code look.lua}. */
    static Optional<EntryState> parse(List<String> fields) {
        if (fields.getFirst().equals("MISSING")) {
            return Optional.empty();
        }
        return Optional.of(new EntryState(
                EntryScripts.instant(fields.get(1)),
                fields.get(2),
                Long.parseLong(fields.get(3)),
                Long.parseLong(fields.get(4)),
                Long.parseLong(fields.get(5)),
                Long.parseLong(fields.get(6)),
                Long.parseLong(fields.get(7)),
                fields.get(8).isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields.get(8))),
                Long.parseLong(fields.get(9)),
                EntryScripts.instant(fields.get(10)),
                EntryScripts.instant(fields.get(11)),
                Math.max(0, Long.parseLong(fields.get(12))),
                Long.parseLong(fields.get(13)),
                Long.parseLong(fields.get(14))));
    }

    boolean isOpen() {
        return !now.isBefore(opensAt) && now.isBefore(closesAt);
    }

    boolean hasEnded() {
        return !now.isBefore(closesAt);
    }
}
