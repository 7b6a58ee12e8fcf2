package io.flashsale.admission;

import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGates.Decided;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.bucket.BucketSupply;
import io.flashsale.admission.bucket.BucketSupply.Supplied;
import io.flashsale.admission.bucket.Buckets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Finds the gate that decides on each request; for campaigns with several buckets, also the requests to ask again.
 *
 * <p>In such a campaign each user asks the gate of their own bucket. If that is empty, other buckets supply it first,
 * which takes longer. A user is told {@link Admission.SoldOut} only if all buckets are empty. If no answer arrives
 * within 1.75 s (1 s plus one last attempt), the outcome is {@link Cause#REBUILDING}. All requests of a call wait for
 * the slowest of its buckets; reservations that the call made before are in the queue by then.
 */
final class GateRouting {

    /** How long a user is tried again whose bucket is empty each time although it is supplied. */
    private static final Duration MAX_SUPPLYING = Duration.ofSeconds(1);

    private final StockGates gates;
    private final ReservationIds ids;
    private final BucketSupply supply;
    private final LongSupplier nanos;

    GateRouting(StockGates gates, ReservationIds ids, BucketSupply supply, LongSupplier nanos) {
        this.gates = gates;
        this.ids = ids;
        this.supply = supply;
        this.nanos = nanos;
    }

    /**
     * Some of the requests: of one gate, and at most as many as one script may decide.
     *
     * @param buckets that the campaign is believed to have
     * @param positions of these requests among all
     * @param asked as they came
     * @param requests with ids
     */
    record Part(
            long gateId, int buckets, List<Integer> positions, List<AdmissionRequest> asked, List<Request> requests) {

        long campaignId() {
            return Buckets.campaignOf(gateId);
        }

        /** Puts the outcomes of these requests among all. */
        void note(List<Admission> of, Admission[] outcomes) {
            for (int member = 0; member < positions.size(); member++) {
                outcomes[positions.get(member)] = of.get(member);
            }
        }
    }

    /** Parts of all requests. A request for what cannot be a campaign has its outcome already, and is in no part. */
    List<Part> parts(List<AdmissionRequest> requests, Admission[] outcomes) {
        List<Part> parts = new ArrayList<>();
        addParts(parts, requests, IntStream.range(0, requests.size()).boxed().toList(), outcomes);
        return parts;
    }

    /**
     * Gives each request its id. If there are no ids, these requests have admitted nobody yet.
     *
     * @param positions of the requests among all outcomes
     */
    private void addParts(
            List<Part> parts, List<AdmissionRequest> requests, List<Integer> positions, Admission[] outcomes) {
        Map<Long, Part> open = new HashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            AdmissionRequest request = requests.get(i);
            long campaignId = request.campaignId();
            if (!Buckets.isCampaign(campaignId)) { // users do not choose their bucket
                outcomes[positions.get(i)] = new Admission.NotReady(Cause.MISSING);
                continue;
            }
            int buckets = gates.bucketsOf(campaignId);
            long gateId = Buckets.homeGate(campaignId, request.userId(), buckets);
            Part part = open.get(gateId);
            if (part == null || part.positions().size() == StockGates.MAX_GROUP) {
                part = new Part(gateId, buckets, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
                open.put(gateId, part);
                parts.add(part);
            }
            part.positions().add(positions.get(i));
            part.asked().add(request);
            part.requests()
                    .add(new Request(
                            ids.next(gateId),
                            request.userId(),
                            request.correlationId(),
                            request.ticket(),
                            request.priceCents(),
                            request.key()));
        }
    }

    /**
     * The requests to ask again, as parts of their own: those that asked the gate of another bucket, and those whose
     * empty bucket was supplied. Waits for all supplies.
     *
     * @param answers to the parts, in their sequence
     * @param begin of the call; when it has taken too long, nobody is asked again
     */
    List<Part> again(List<Part> parts, List<Decided> answers, Admission[] outcomes, long begin) {
        List<Part> again = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Decided decided = answers.get(i);
            if (!decided.isMisled()) {
                refused(part, outcomes).ifPresent(refused::add);
                continue;
            }
            gates.learnBuckets(part.campaignId(), decided.otherBuckets().getAsInt());
            if (isInTime(begin)) { // else undecidable: the gates of one campaign disagree on how many they are
                addParts(again, part.asked(), part.positions(), outcomes);
            }
        }
        refused.forEach(some -> addSupplied(again, some, outcomes, begin));
        return again;
    }

    /** Members of a part whose bucket was empty, and whether the bucket gets units. */
    private record Refused(Part part, List<Integer> members, CompletableFuture<Supplied> supplied) {

        <T> List<T> of(Function<Part, List<T>> facts) {
            return members.stream().map(facts.apply(part)::get).toList();
        }
    }

    /** Finds those of the part whose bucket was empty; does not wait for the supply. */
    private Optional<Refused> refused(Part part, Admission[] outcomes) {
        if (part.buckets() == 1) {
            return Optional.empty();
        }
        List<Integer> refused = IntStream.range(0, part.positions().size())
                .filter(member -> outcomes[part.positions().get(member)] instanceof Admission.SoldOut)
                .boxed()
                .toList();
        return refused.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refused(
                        part,
                        refused,
                        supply.supply(part.campaignId(), Buckets.bucketOf(part.gateId()), part.buckets())));
    }

    /** Adds those whose bucket is no longer empty. */
    private void addSupplied(List<Part> again, Refused refused, Admission[] outcomes, long begin) {
        switch (refused.supplied().join()) {
            case SUPPLIED -> {
                if (isInTime(begin)) {
                    addParts(again, refused.of(Part::asked), refused.of(Part::positions), outcomes);
                } else {
                    answer(outcomes, refused, new Admission.NotReady(Cause.REBUILDING));
                }
            }
            case NOTHING_LEFT -> {}
            case UNKNOWN -> answer(outcomes, refused, new Admission.NotReady(Cause.REBUILDING));
        }
    }

    private boolean isInTime(long begin) {
        return nanos.getAsLong() - begin < MAX_SUPPLYING.toNanos();
    }

    private static void answer(Admission[] outcomes, Refused refused, Admission outcome) {
        refused.of(Part::positions).forEach(position -> outcomes[position] = outcome);
    }
}
