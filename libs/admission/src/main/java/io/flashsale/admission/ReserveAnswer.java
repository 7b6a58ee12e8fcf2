package io.flashsale.admission;

import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGates.Decided;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.outbox.ReservationOutbox;
import io.flashsale.contracts.problem.RefusalReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The answer of {@code reserve.lua}, as the header of the script lists it. One of:
 * <ul>
 *   <li>one word that says why the gate decides nothing;
 *   <li>how many buckets there are;
 *   <li>entry of the outbox, time and terms, then an outcome for each of the group, then the groups of earlier calls
 *       that the outbox still has.
 * </ul>
 *
 * @param attempt that was answered
 */
record ReserveAnswer(List<String> strings, StockGates.Attempt attempt) {

    private static final int ENTRY = 0;
    private static final int TIME = 1;
    private static final int TERMS = 2;
    private static final int OUTCOMES = 3;

    /** The number of strings in the answer that tells how many buckets the campaign has. */
    private static final int OTHER_BUCKETS = 2;

    /** The outcome of this group, which the script was asked about. */
    Decided of(long gateId, List<Request> group) {
        if (strings.size() == 1) {
            return Decided.forAll(group.size(), new Admission.NotReady(whyNobody(strings.getFirst())));
        }
        if (strings.size() == OTHER_BUCKETS) {
            return Decided.otherBuckets(group.size(), Integer.parseInt(strings.getLast()));
        }
        List<Admission> outcomes = new ArrayList<>(group.size());
        List<UserReservation> admitted = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            Request request = group.get(i);
            String[] words = strings.get(OUTCOMES + i).split(" ", 2);
            Admission outcome = outcome(words, request.reservationId());
            outcomes.add(outcome);
            if (outcome instanceof Admission.Admitted) {
                admitted.add(new UserReservation(
                        request.reservationId(), request.userId(), request.correlationId(), ticket(words)));
            }
        }
        return new Decided(outcomes, made(gateId, admitted), earlier(group.size()));
    }

    /**
     * Maps the word to a cause. A call that its repetition has overtaken was given up before; the caller hears the
     * answer to the repetition. And a repetition that meets no gate, or a closed one, does not know whether the first
     * attempt had admitted somebody before the gate was lost.
     */
    private Cause whyNobody(String word) {
        return word.equals("OVERTAKEN") || attempt == StockGates.Attempt.REPETITION
                ? Cause.UNREACHABLE
                : Cause.valueOf(word);
    }

    private static Admission outcome(String[] words, long reservationId) {
        return switch (words[0]) {
            case "ADMITTED" -> new Admission.Admitted(reservationId);
            case "ADMITTED_BEFORE" ->
                new Admission.AdmittedBefore(words.length > 1 ? Long.parseLong(words[1]) : reservationId);
            case "ALREADY_HOLDING" -> new Admission.AlreadyHolding(Long.parseLong(words[1]));
            case "SOLD_OUT" -> new Admission.SoldOut();
            case "NOT_OPEN" -> new Admission.NotOpen(instant(words[1]));
            case "ENDED" -> new Admission.Ended(instant(words[1]));
            case "PRICE_CHANGED" -> new Admission.PriceChanged(Long.parseLong(words[1]));
            case "BARRED" -> new Admission.Barred(instant(words[1]));
            default -> new Admission.Refused(RefusalReason.valueOf(words[0]));
        };
    }

    private static long ticket(String[] admitted) {
        return admitted.length > 1 ? Long.parseLong(admitted[1]) : UserReservation.NO_TICKET;
    }

    private Optional<ReservationGroup> made(long gateId, List<UserReservation> admitted) {
        return admitted.isEmpty()
                ? Optional.empty()
                : Optional.of(new ReservationGroup(
                        strings.get(ENTRY),
                        gateId,
                        strings.get(TERMS),
                        instant(strings.get(TIME)),
                        List.copyOf(admitted)));
    }

    private List<ReservationGroup> earlier(int size) {
        return ReservationOutbox.groups(strings.subList(OUTCOMES + size, strings.size()));
    }

    private static Instant instant(String millis) {
        return Instant.ofEpochMilli(Long.parseLong(millis));
    }
}
