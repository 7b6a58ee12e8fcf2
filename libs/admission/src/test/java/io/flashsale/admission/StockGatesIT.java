package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static io.flashsale.admission.RedisFixture.campaign;
import static io.flashsale.admission.RedisFixture.campaignOf;
import static io.flashsale.admission.RedisFixture.idOf;
import static io.flashsale.contracts.problem.RefusalReason.TICKET_EXPIRED;
import static io.flashsale.contracts.problem.RefusalReason.TICKET_INVALID;
import static io.flashsale.contracts.problem.RefusalReason.TICKET_NOT_YOURS;
import static io.flashsale.contracts.problem.RefusalReason.TICKET_REQUIRED;
import static io.flashsale.contracts.problem.RefusalReason.TICKET_USED;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.admission.StockGates.Amendment;
import io.flashsale.admission.StockGates.Attempt;
import io.flashsale.admission.StockGates.Decided;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.redis.Shards;
import io.flashsale.contracts.problem.RefusalReason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RMap;
import org.redisson.client.codec.StringCodec;

/** Covers every return code of every script, on a real Redis. */
class StockGatesIT {

    private final RedisFixture redis = new RedisFixture();

    @AfterEach
    void close() {
        redis.close();
    }

    @Nested
    class Reserve {

        @Test
        void shouldDecideOnAGroupOneAfterTheOtherAndRecordItAsOne() {
            redis.open(3);
            Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            Decided decided = redis.decide(7, 8, 7, 9, 10, 8);
            ReservationGroup group = decided.admitted().orElseThrow();
            assertThat(group.campaignId()).isEqualTo(CAMPAIGN);
            assertThat(group.terms()).isEqualTo("{\"price\":1}");
            assertThat(group.admittedAt()).isBetween(before, Instant.now());
            assertThat(group.reservations()).extracting(UserReservation::userId).containsExactly(7L, 8L, 9L);
            assertThat(group.reservations().getFirst().correlationId()).isEqualTo("correlation-7");
            List<Long> ids =
                    group.reservations().stream().map(UserReservation::id).toList();
            assertThat(decided.outcomes())
                    .containsExactly(
                            new Admission.Admitted(ids.get(0)),
                            new Admission.Admitted(ids.get(1)),
                            new Admission.AlreadyHolding(ids.get(0)),
                            new Admission.Admitted(ids.get(2)),
                            new Admission.SoldOut(),
                            new Admission.AlreadyHolding(ids.get(1)));
            assertGate(0, 3);
            assertThat(redis.gates.holders(CAMPAIGN)).containsExactlyInAnyOrder(7, 8, 9);
            assertThat(redis.waiting()).containsExactly(group);
            for (UserReservation reservation : group.reservations()) {
                assertThat(redis.gates.holderOf(reservation.id()))
                        .contains(new StockGates.Holder(CAMPAIGN, reservation.userId()));
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {1, Campaign.MAX_PER_USER})
        void shouldDecideOnTheLargestGroup(int perUser) {
            redis.open(campaignOf(StockGates.MAX_GROUP, perUser));
            long[] crowd = LongStream.rangeClosed(1, StockGates.MAX_GROUP).toArray();
            assertThat(redis.decide(crowd).admitted().orElseThrow().size()).isEqualTo(StockGates.MAX_GROUP);
            assertThat(redis.outbox.length()).isEqualTo(1);
            assertThat(redis.state().drift()).isZero();
        }

        /** Happens when Redis hangs, is asked again, and resumes: it reads its connections in any sequence. */
        @Test
        void shouldAdmitNobodyWhoseCallIsRunAfterItsRepetition() {
            redis.open(1);
            ReservationGroup held = redis.admitted(7);
            List<Request> group = List.of(new Request(16, 7, ""), new Request(32, 8, ""));
            assertThat(redis.attempt(Attempt.REPETITION, group).outcomes())
                    .containsExactly(new Admission.AlreadyHolding(idOf(held)), new Admission.SoldOut());
            redis.release(7, idOf(held));
            Decided overtaken = redis.attempt(Attempt.FIRST, group);
            assertThat(overtaken.outcomes()).containsOnly(new NotReady(Cause.UNREACHABLE));
            assertThat(overtaken.admitted()).isEmpty();
            assertGate(1, 0);
            assertThat(redis.admit(7)).isInstanceOf(Admission.Admitted.class);
        }

        @Test
        void shouldNotAdmitOnceMoreWhoseOrderHasEndedWhenTheCallIsRepeated() {
            redis.open(1);
            List<Request> group = List.of(new Request(16, 7, ""));
            assertThat(redis.attempt(Attempt.FIRST, group).admitted()).isPresent();
            redis.release(7, 16);
            assertThat(redis.attempt(Attempt.REPETITION, group).outcomes())
                    .containsExactly(new Admission.AdmittedBefore(16));
            assertGate(1, 0);
        }

        @Test
        void shouldAdmitByARepetitionWhomTheCallHasNot() {
            redis.open(1);
            List<Request> group = List.of(new Request(16, 7, ""));
            assertThat(redis.attempt(Attempt.REPETITION, group).admitted()).isPresent();
            assertThat(redis.attempt(Attempt.FIRST, group).outcomes())
                    .containsExactly(new Admission.AdmittedBefore(16));
            assertThat(redis.state().remaining()).isZero();
        }

        @Test
        void shouldAnswerRepeatedGroupsAsAdmittedWithoutTakingOtherUnits() {
            redis.open(4);
            List<Request> first = List.of(new Request(16, 7, "a"), new Request(32, 8, "b"), new Request(48, 7, ""));
            Request second = new Request(64, 9, "c");
            ReservationGroup one = redis.decide(first).admitted().orElseThrow();
            ReservationGroup other = redis.decide(List.of(second)).admitted().orElseThrow();
            Decided again = redis.decide(Stream.concat(Stream.of(second, new Request(80, 10, "d")), first.stream())
                    .toList());
            assertThat(again.outcomes())
                    .containsExactly(
                            new Admission.AdmittedBefore(64),
                            new Admission.Admitted(80),
                            new Admission.AdmittedBefore(16),
                            new Admission.AdmittedBefore(32),
                            new Admission.AlreadyHolding(16));
            assertThat(again.earlier()).containsExactly(other, one);
            assertThat(again.admitted().orElseThrow().reservations())
                    .extracting(UserReservation::userId)
                    .containsExactly(10L);
            assertThat(redis.state().remaining()).isZero();
            assertThat(redis.outbox.length()).isEqualTo(3);
        }

        @Test
        void shouldTellOfTheGroupOfWhoHoldsAUnitAlreadyWhileItIsInTheOutbox() {
            redis.open(3);
            ReservationGroup first = redis.decide(7, 8).admitted().orElseThrow();
            Decided second = redis.decide(7, 8);
            assertThat(second.outcomes()).allMatch(Admission.AlreadyHolding.class::isInstance);
            assertThat(second.earlier()).containsExactly(first);
            redis.outbox.forget(Shards.of(CAMPAIGN), List.of(first));
            assertThat(redis.decide(7).earlier()).isEmpty();
            Decided again = redis.decide(List.of(new Request(idOf(first), 7, "")));
            assertThat(again.outcomes()).containsExactly(new Admission.AdmittedBefore(idOf(first)));
            assertThat(again.earlier()).isEmpty();
            assertGate(1, 2);
            assertThat(redis.outbox.length()).isZero();
        }

        @Test
        void shouldLetAUserHaveAsManyUnitsAsTheCampaignAllows() {
            redis.open(campaignOf(9, 3));
            redis.admitted(7);
            ReservationGroup second = redis.admitted(7);
            assertThat(redis.admit(7, idOf(second))).isEqualTo(new Admission.AdmittedBefore(idOf(second)));
            ReservationGroup third = redis.admitted(7);
            assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(idOf(third)));
            redis.admitted(71);
            assertGate(5, 4);
            assertThat(redis.gates.holders(CAMPAIGN)).containsExactlyInAnyOrder(7, 71);
        }

        @Test
        void shouldNameTheNewestReservationWhateverItsPlace() {
            long[] ids = {(1L << 60) + 16, (1L << 60) + 32, 48}; // the first two are one number to Lua
            redis.open(campaignOf(9, 3));
            for (long id : ids) {
                redis.admit(7, id);
            }
            assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(ids[1]));
            redis.release(7, ids[0]);
            long newest = ids[1] + 16;
            redis.admit(7, newest);
            assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(newest));
        }

        @Test
        void shouldSellOutAndStillTellAHolderSo() {
            redis.open(1);
            ReservationGroup only = redis.admitted(7);
            Decided decided = redis.decide(8, 7);
            assertThat(decided.outcomes())
                    .containsExactly(new Admission.SoldOut(), new Admission.AlreadyHolding(idOf(only)));
            assertThat(decided.admitted()).isEmpty();
            assertThat(redis.state().remaining()).isZero();
            assertThat(redis.outbox.length()).as("nothing is recorded").isOne();
            redis.open(campaignOf(1, 2)).admitted(7);
            assertThat(redis.admit(7)).as("may have another unit").isEqualTo(new Admission.SoldOut());
        }

        @Test
        void shouldMakeWaitWhoIsBarredAndNobodyElse() {
            redis.open(5);
            ReservationGroup held = redis.admitted(6);
            Instant until = Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
            redis.bar(6, until);
            redis.bar(7, until);
            assertThat(redis.admit(7)).isEqualTo(new Admission.Barred(until));
            assertThat(redis.admit(6)).as("holds a unit").isEqualTo(new Admission.AlreadyHolding(idOf(held)));
            assertThat(redis.admit(6, idOf(held)))
                    .as("was admitted, and asks again")
                    .isEqualTo(new Admission.AdmittedBefore(idOf(held)));
            assertThat(redis.admit(8)).isInstanceOf(Admission.Admitted.class);
            redis.bar(7, Instant.now().minusMillis(1));
            redis.bar(9, until);
            assertThat(redis.admit(7)).as("has waited").isInstanceOf(Admission.Admitted.class);
            assertThat(redis.state().remaining()).isEqualTo(2);
        }

        @Test
        void shouldAskForATicketWhereTheCampaignDoes() {
            Campaign plain = campaign(5);
            redis.open(plain);
            assertThat(outcome(1, CheckedTicket.NONE)).isInstanceOf(Admission.Admitted.class);
            assertThat(redis.gates.amend(byTicket(plain, 2))).isEqualTo(StockGates.Amendment.AMENDED);
            Instant later = Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
            assertThat(outcome(7, new CheckedTicket.Signed(3, later)))
                    .as("it is not known which tickets were used")
                    .isEqualTo(new NotReady(Cause.REBUILDING));
            assertThat(redis.state().remaining()).isEqualTo(4);
            assertThat(outcome(1, new CheckedTicket.Signed(3, later)))
                    .as("but who has bought, and that others come in vain")
                    .isInstanceOf(Admission.AlreadyHolding.class);
            redis.setRunOfEntry();

            assertThat(outcome(7, CheckedTicket.NONE)).isEqualTo(refused(TICKET_REQUIRED));
            assertThat(outcome(7, new CheckedTicket.Invalid())).isEqualTo(refused(TICKET_INVALID));
            assertThat(outcome(7, new CheckedTicket.OfAnother())).isEqualTo(refused(TICKET_NOT_YOURS));
            assertThat(outcome(7, new CheckedTicket.Signed(3, Instant.now().minusMillis(1))))
                    .isEqualTo(refused(TICKET_EXPIRED));
            Decided decided = decide(7, new CheckedTicket.Signed(3, later));
            assertThat(decided.outcomes().getFirst()).isInstanceOf(Admission.Admitted.class);
            assertThat(decided.admitted().orElseThrow().reservations())
                    .extracting(UserReservation::ticket)
                    .containsExactly(3L);
            assertThat(redis.waiting())
                    .flatExtracting(ReservationGroup::reservations)
                    .extracting(UserReservation::ticket)
                    .containsExactly(UserReservation.NO_TICKET, 3L);
            assertThat(outcome(8, new CheckedTicket.Signed(3, later))).isEqualTo(refused(TICKET_USED));
            assertThat(outcome(7, new CheckedTicket.Signed(3, later))).isInstanceOf(Admission.AlreadyHolding.class);
        }

        /** The title of a sale is free text, so it may look like a price. */
        @Test
        void shouldSetNothingAsideForAShopperWhoAgreedToAnotherPrice() {
            String terms = "{\"imageUrl\":\"/priceCents:3\",\"priceCents\":%d,\"title\":\"\\\"priceCents\\\":5,\"}";
            Campaign sale = campaign(3);
            redis.open(new Campaign(CAMPAIGN, 1, sale.opensAt(), sale.closesAt(), 3, terms.formatted(1_900)));
            assertThat(redis.decide(List.of(priced(7, 1_900L), priced(8, 190L), priced(9, 5L), priced(10, null)))
                            .outcomes())
                    .satisfiesExactly(
                            agreed -> assertThat(agreed).isInstanceOf(Admission.Admitted.class),
                            other -> assertThat(other).isEqualTo(new Admission.PriceChanged(1_900)),
                            title -> assertThat(title).isEqualTo(new Admission.PriceChanged(1_900)),
                            any -> assertThat(any).isInstanceOf(Admission.Admitted.class));
            assertGate(1, 2);

            redis.gates.amend(new Campaign(CAMPAIGN, 2, sale.opensAt(), sale.closesAt(), 3, terms.formatted(9_900)));
            assertThat(redis.decide(List.of(priced(7, 1_900L), priced(8, 1_900L)))
                            .outcomes())
                    .satisfiesExactly(
                            held -> assertThat(held).isInstanceOf(Admission.AlreadyHolding.class),
                            old -> assertThat(old).isEqualTo(new Admission.PriceChanged(9_900)));
            assertThat(redis.decide(List.of(priced(8, 9_900L), priced(9, 1_900L)))
                            .outcomes())
                    .satisfiesExactly(
                            agreed -> assertThat(agreed).isInstanceOf(Admission.Admitted.class),
                            late -> assertThat(late).isEqualTo(new Admission.SoldOut()));
            assertThat(redis.waiting())
                    .extracting(ReservationGroup::terms)
                    .last()
                    .isEqualTo(terms.formatted(9_900));
        }

        private Request priced(long user, @Nullable Long priceCents) {
            return new Request(nextTicketed += 16, user, "", CheckedTicket.NONE, priceCents, null);
        }

        /** The ticket is not used up: one more click agrees. */
        @Test
        void shouldLeaveTheTicketToAShopperWhoAgreedToAnotherPrice() {
            Campaign plain = campaign(5);
            redis.open(
                    new Campaign(CAMPAIGN, 1, plain.opensAt(), plain.closesAt(), 5, "{\"priceCents\":2}", 1, true, 1));
            redis.setRunOfEntry();
            CheckedTicket ticket = new CheckedTicket.Signed(3, Instant.now().plusSeconds(60));
            assertThat(redis.decide(List.of(new Request(160, 7, "", ticket, 1L, null)))
                            .outcomes())
                    .containsExactly(new Admission.PriceChanged(2));
            assertThat(redis.decide(List.of(new Request(176, 7, "", ticket, 2L, null)))
                            .outcomes())
                    .singleElement()
                    .isInstanceOf(Admission.Admitted.class);
        }

        private Request named(long reservation, long user, String name) {
            return new Request(reservation, user, "", CheckedTicket.NONE, null, name);
        }

        @Test
        void shouldGiveAllRequestsOfAUserWithTheSameNameTheSameUnit() {
            redis.open(campaignOf(9, 3));
            Decided decided =
                    redis.decide(List.of(named(16, 7, "a"), named(32, 7, "a"), named(48, 7, "b"), named(64, 8, "a")));
            assertThat(decided.outcomes())
                    .containsExactly(
                            new Admission.Admitted(16),
                            new Admission.AdmittedBefore(16),
                            new Admission.Admitted(48),
                            new Admission.Admitted(64));
            Decided again = redis.decide(List.of(named(80, 7, "a"), named(96, 7, "c"), named(112, 7, "d")));
            assertThat(again.outcomes())
                    .containsExactly(
                            new Admission.AdmittedBefore(16),
                            new Admission.Admitted(96),
                            new Admission.AlreadyHolding(96));
            assertThat(again.earlier())
                    .as("it must reach the queue before it is promised again")
                    .extracting(ReservationGroup::first)
                    .containsExactly(16L);
            assertGate(5, 4);
        }

        /** Otherwise a repeated request would take another unit after the first was cancelled. */
        @Test
        void shouldRememberANamedRequestAfterItsHoldHasEnded() {
            redis.open(campaignOf(9, 3));
            redis.decide(List.of(named(16, 7, "a")));
            redis.release(7, 16);
            assertThat(redis.decide(List.of(named(32, 7, "a"))).outcomes())
                    .containsExactly(new Admission.AdmittedBefore(16));
        }

        private static Admission refused(RefusalReason reason) {
            return new Admission.Refused(reason);
        }

        private static Campaign byTicket(Campaign plain, long revision) {
            return new Campaign(
                    plain.id(), revision, plain.opensAt(), plain.closesAt(), plain.totalStock(), "{}", 1, true, 1);
        }

        private Admission outcome(long user, CheckedTicket ticket) {
            return decide(user, ticket).outcomes().getFirst();
        }

        private Decided decide(long user, CheckedTicket ticket) {
            return redis.decide(List.of(new Request(nextTicketed += 16, user, "c", ticket, null, null)));
        }

        private long nextTicketed = 1_600_000;

        @Test
        void shouldAdmitNobodyBeforeTheOpeningAndAfterTheEnd() {
            Instant opening = Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
            redis.open(new Campaign(CAMPAIGN, 1, opening, opening.plusSeconds(1), 5, "{}"));
            assertThat(redis.admit(7)).isEqualTo(new Admission.NotOpen(opening));
            Instant closing = Instant.now().minusSeconds(1).truncatedTo(ChronoUnit.MILLIS);
            redis.open(new Campaign(CAMPAIGN, 1, closing.minusSeconds(5), closing, 5, "{}"));
            assertThat(redis.admit(7)).isEqualTo(new Admission.Ended(closing));
            redis.open(new Campaign(CAMPAIGN, 1, closing.minusSeconds(9), closing, 5, "{}", 1, true, 1));
            assertThat(outcome(7, new CheckedTicket.Signed(3, closing.plusSeconds(60))))
                    .as("also while nobody knows which tickets were used")
                    .isEqualTo(new Admission.Ended(closing));
        }

        @Test
        void shouldAdmitNobodyThroughAGateOfAnotherRunOfTheServer() {
            redis.open(5);
            ReservationGroup before = redis.admitted(7);
            assertThat(redis.state().sameRun()).isTrue();
            redis.set("runId", "0123456789abcdef");
            assertThat(redis.state().sameRun()).isFalse();
            assertThat(redis.decide(8, 9).outcomes()).containsOnly(new NotReady(Cause.REBUILDING));
            assertThat(redis.admit(7))
                    .as("who is not admitted anyway")
                    .isEqualTo(new Admission.AlreadyHolding(idOf(before)));
            assertGate(4, 1);
            assertThat(redis.outbox.length()).isEqualTo(1);
        }

        @Test
        void shouldFailClosedWhenTheGateIsMissingAndLetNothingElseCreateIt() {
            assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.MISSING));
            assertThat(redis.release(7, 1)).isEqualTo(Release.MISSING);
            assertThat(redis.gates.amend(campaign(5))).isEqualTo(Amendment.MISSING);
            assertThat(redis.redis.getKeys().count()).isZero();
        }

        @Test
        void shouldFailClosedWhenTheHoldersAreMissingOrOfAnotherRebuild() {
            redis.open(5);
            redis.set("epoch", "another");
            assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.MISSING));
            redis.open(5);
            redis.delete(redis.keys.holders(CAMPAIGN));
            assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.MISSING));
            assertThat(redis.gates.state(CAMPAIGN)).isEmpty();
        }

        @Test
        void shouldNeverAdmitMoreThanThereAre() throws Exception {
            redis.open(50);
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Admission>> crowd = new ArrayList<>();
            List<Admission> answers = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int user = 1; user <= 400; user++) {
                    long id = user % 300; // some twice
                    long reservation = 1_000_000L + user * 16L;
                    crowd.add(threads.submit(() -> {
                        start.await();
                        return redis.admit(id, reservation);
                    }));
                }
                start.countDown();
                for (Future<Admission> answer : crowd) {
                    answers.add(answer.get());
                }
            }
            assertThat(answers).filteredOn(Admission.Admitted.class::isInstance).hasSize(50);
            assertGate(0, 50);
            assertThat(redis.outbox.length()).isEqualTo(50);
        }
    }

    @Nested
    class ReleaseScript {

        @Test
        void shouldGiveTheUnitBackOnceAndLetTheUserInAgain() {
            redis.open(2);
            ReservationGroup first = redis.admitted(7);
            assertThat(redis.release(7, idOf(first))).isEqualTo(Release.RELEASED);
            assertThat(redis.release(7, idOf(first))).isEqualTo(Release.NOT_HELD);
            assertThat(redis.state().remaining()).isEqualTo(2);
            assertThat(redis.state().returned()).isEqualTo(1);
            redis.admitted(7);
            assertThat(redis.release(7, idOf(first))).as("not the next one").isEqualTo(Release.NOT_HELD);
            assertGate(1, 1);
        }

        @Test
        void shouldTellTheHoldsOfOneCallApart() {
            redis.open(5);
            ReservationGroup seven = redis.admitted(7);
            ReservationGroup eight = redis.admitted(8);
            List<Hold> holds =
                    List.of(new Hold(7, idOf(seven), true), new Hold(9, 1, true), new Hold(8, idOf(eight), false));
            assertThat(redis.gates.release(CAMPAIGN, holds))
                    .containsExactly(Release.RELEASED, Release.NOT_HELD, Release.RELEASED);
            assertThat(redis.state().remaining())
                    .as("without the unit that the database never had")
                    .isEqualTo(4);
            assertThat(redis.state().holders()).isZero();
        }

        @Test
        void shouldEndTheOneHoldThatIsMeantAndLetItsPlaceBeTakenAgain() {
            redis.open(campaignOf(9, 2));
            ReservationGroup first = redis.admitted(7);
            ReservationGroup second = redis.admitted(7);
            assertThat(redis.release(7, idOf(first))).isEqualTo(Release.RELEASED);
            assertThat(redis.release(7, idOf(first))).isEqualTo(Release.NOT_HELD);
            assertThat(redis.admit(7, idOf(second))).isEqualTo(new Admission.AdmittedBefore(idOf(second)));
            ReservationGroup third = redis.admitted(7);
            assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(idOf(third)));
            assertThat(redis.release(7, idOf(second))).isEqualTo(Release.RELEASED);
            assertGate(8, 1);
        }
    }

    @Nested
    class Amend {

        private Amendment amend(long revision, long units, String terms) {
            Campaign one = campaign(1);
            return redis.gates.amend(new Campaign(CAMPAIGN, revision, one.opensAt(), one.closesAt(), units, terms));
        }

        @Test
        void shouldAddStockOnceAndNotGoBackToAnOlderRevision() {
            redis.open(1);
            redis.admitted(7);
            assertThat(amend(3, 4, "third")).isEqualTo(Amendment.AMENDED);
            assertThat(amend(3, 4, "third")).isEqualTo(Amendment.STALE);
            assertThat(amend(2, 9, "second")).isEqualTo(Amendment.STALE);
            assertGate(3, 1);
            assertThat(redis.admitted(8).terms()).isEqualTo("third");
        }

        @Test
        void shouldTellTheGateAnotherLimit() {
            Campaign one = campaign(3);
            redis.open(one);
            for (int limit : new int[] {2, 1}) {
                redis.gates.amend(
                        new Campaign(CAMPAIGN, 4 - limit, one.opensAt(), one.closesAt(), 3, one.terms(), limit));
                assertThat(redis.gates.campaign(CAMPAIGN).orElseThrow().perUser())
                        .isEqualTo(limit);
            }
        }

        private Amendment lower(long revision, long units) {
            Campaign one = campaign(1);
            return redis.gates.lower(
                    new Campaign(CAMPAIGN, revision, one.opensAt(), one.closesAt(), units, "fewer"),
                    Duration.ofMinutes(1));
        }

        @Test
        void shouldTakeAwayOnceWhatNobodyHas() {
            redis.open(5);
            redis.admitted(7);
            assertThat(lower(2, 3)).isEqualTo(Amendment.AMENDED);
            assertThat(lower(2, 3)).as("repeated").isEqualTo(Amendment.AMENDED);
            assertGate(2, 1);
            assertThat(redis.state().total()).isEqualTo(3);
            assertThat(redis.state().drift()).isZero();
            assertThat(amend(1, 5, "overtaken")).isEqualTo(Amendment.STALE);
            assertThat(amend(3, 5, "given back")).isEqualTo(Amendment.AMENDED);
            assertGate(4, 1);
        }

        @Test
        void shouldTakeNothingAwayThatIsHeldOrFromAGateThatCannotBeBelieved() {
            assertThat(lower(2, 1)).isEqualTo(Amendment.MISSING);
            redis.open(2);
            redis.admitted(7);
            assertThat(lower(2, 0)).isEqualTo(Amendment.TOO_FEW);
            RMap<String, String> gate = redis.redis.getMap(redis.keys.gate(CAMPAIGN), StringCodec.INSTANCE);
            String run = gate.put("runId", "another");
            assertThat(lower(2, 1)).isEqualTo(Amendment.TOO_FEW);
            gate.put("runId", run);
            gate.put("lease", "of a rebuild");
            assertThat(lower(2, 1)).isEqualTo(Amendment.TOO_FEW);
            gate.remove("lease");
            assertGate(1, 1);
            assertThat(redis.state().revision()).isEqualTo(1);
            assertThat(lower(2, 1)).isEqualTo(Amendment.AMENDED);
            assertGate(0, 1);
        }

        /** Only who has locked the units in the database may take them away. */
        @Test
        void shouldKeepTheUnitsThereAreWhereANewerRevisionHasFewer() {
            redis.open(5);
            redis.admitted(7);
            assertThat(amend(2, 3, "fewer")).isEqualTo(Amendment.AMENDED);
            assertGate(4, 1);
            assertThat(redis.state().total()).isEqualTo(5);
            assertThat(redis.admitted(8).terms()).isEqualTo("fewer");
        }
    }

    @Nested
    class Rebuild {

        private RMap<String, String> holders() {
            return redis.redis.getMap(redis.keys.holders(CAMPAIGN), StringCodec.INSTANCE);
        }

        @Test
        void shouldRememberEachOfSeveralUnitsOfAUser() {
            Stream<Held> held = Stream.of(new Held(7, 16), new Held(8, 32), new Held(7, 48));
            assertThat(StockGateRebuild.begin(redis.gates, CAMPAIGN).reopen(campaignOf(9, 3), 6, 0, held))
                    .isTrue();
            assertThat(redis.state().drift()).isZero();
            ReservationGroup third = redis.admitted(7);
            assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(idOf(third)));
            redis.admitted(8);
            assertThat(StockGateRebuild.begin(redis.gates, CAMPAIGN).reopen(campaign(9), 9, Map.of()))
                    .isTrue();
            redis.admitted(7);
            assertThat(redis.admit(7)).as("one each again").isInstanceOf(Admission.AlreadyHolding.class);
        }

        @Test
        void shouldReadTheHoldersAsItLoadsThem() {
            redis.open(9).admitted(30_000);
            Map<String, String> loaded = holders();
            Stream<Held> many = LongStream.rangeClosed(1, 20_000).mapToObj(user -> {
                if (user % 2_000 == 0) {
                    assertThat(user - loaded.size()).as("read but not loaded").isLessThanOrEqualTo(500);
                }
                return new Held(user, user * 16);
            });
            assertThat(StockGateRebuild.begin(redis.gates, CAMPAIGN).reopen(campaign(20_001), 1, 0, many))
                    .isTrue();
            assertGate(1, 20_000);
            assertThat(redis.admit(20_000)).isEqualTo(new Admission.AlreadyHolding(320_000));
            assertThat(redis.admit(30_000)).isInstanceOf(Admission.Admitted.class);
        }

        /** Redis was asked twice, ran the second call at once, and runs the first after the rebuild has gone on. */
        @Test
        void shouldDoNothingTwiceThatIsRepeatedAndComesLate() {
            RebuildScripts rebuilds = redis.gates.rebuilds();
            rebuilds.close(CAMPAIGN, "lease");
            assertThat(rebuilds.empty(CAMPAIGN, "lease", "call")).isTrue();
            assertThat(rebuilds.load(CAMPAIGN, "lease", 1, List.of(new Held(7, 16))))
                    .isTrue();
            assertThat(rebuilds.empty(CAMPAIGN, "lease", "call")).isTrue();
            assertThat(rebuilds.reopen(campaign(2), "lease", 1, 0)).isTrue();
            rebuilds.close(CAMPAIGN, "lease");
            assertThat(redis.admit(7)).isEqualTo(new Admission.AlreadyHolding(16));
            assertThat(redis.admit(8)).isInstanceOf(Admission.Admitted.class);
        }

        @Test
        void shouldLoadSeveralUnitsOfAUserOnceThoughACallIsRepeated() {
            RebuildScripts rebuilds = redis.gates.rebuilds();
            rebuilds.close(CAMPAIGN, "lease");
            List<Held> first = List.of(new Held(7, 16), new Held(7, 48));
            rebuilds.load(CAMPAIGN, "lease", 3, first);
            rebuilds.load(CAMPAIGN, "lease", 3, List.of(new Held(7, 64), new Held(8, 32)));
            rebuilds.load(CAMPAIGN, "lease", 3, first);
            assertThat(holders().readAllMap()).isEqualTo(Map.of("7", "16", "7#2", "48", "7#3", "64", "8", "32"));
            rebuilds.load(CAMPAIGN, "lease", 3, List.of(new Held(7, 80)));
            assertThat(holders().readAllMap())
                    .as("more than a user may have")
                    .isEqualTo(Map.of("7", "16", "7#2", "48", "7#3", "80", "8", "32"));
        }

        @Test
        void shouldLetTheLaterRebuildWin() {
            redis.open(9);
            StockGateRebuild early = StockGateRebuild.begin(redis.gates, CAMPAIGN);
            StockGateRebuild late = StockGateRebuild.begin(redis.gates, CAMPAIGN);
            assertThat(early.reopen(campaign(9), 1, Map.of(5L, 80L))).isFalse();
            assertThat(redis.admit(7)).isEqualTo(new NotReady(Cause.REBUILDING));
            assertThat(late.reopen(campaign(9), 9, Map.of())).isTrue();
            assertThat(redis.state().remaining()).isEqualTo(9);
            assertThat(early.reopen(campaign(9), 1, Map.of(5L, 80L))).isFalse();
            assertThat(redis.state().holders()).isZero();
        }

        @Test
        void shouldChangeNothingWhenRedisLostTheLease() {
            StockGateRebuild rebuild = StockGateRebuild.begin(redis.gates, CAMPAIGN);
            redis.redis.getKeys().flushdb();
            assertThat(rebuild.reopen(campaign(9), 9, Map.of())).isFalse();
            assertThat(redis.redis.getKeys().count()).isZero();
        }
    }

    @Nested
    class LateHolders {

        private final Map<Long, Long> reservations = new HashMap<>();

        private Optional<List<Long>> late(long known) {
            return redis.gates
                    .lateHolders(CAMPAIGN, redis.state().epoch(), known)
                    .map(users -> LongStream.of(users).boxed().toList());
        }

        private void passOn(long from, long to) {
            redis.release(from, Objects.requireNonNull(reservations.get(from)));
            reservations.put(to, idOf(redis.admitted(to)));
        }

        @Test
        void shouldBeThoseToWhomUnitsWentThatHadComeBack() {
            redis.open(2);
            reservations.put(7L, idOf(redis.admitted(7)));
            reservations.put(8L, idOf(redis.admitted(8)));
            assertThat(redis.state().late()).isZero();
            assertThat(late(0)).contains(List.of());
            passOn(7, 9);
            passOn(8, 10);
            assertThat(redis.state().late()).isEqualTo(2);
            assertThat(late(0)).contains(List.of(9L, 10L));
            assertThat(late(1)).contains(List.of(10L));
            assertThat(late(2)).contains(List.of());
            assertThat(redis.gates.holders(CAMPAIGN)).containsExactlyInAnyOrder(9, 10);
            assertThat(redis.gates.lateHolders(CAMPAIGN, "another", 0)).isEmpty();
            redis.delete(redis.keys.late(CAMPAIGN));
            assertThat(late(1)).as("too many are forgotten").isEmpty();
            assertThat(late(2)).contains(List.of());
        }

        @Test
        void shouldBeKnownUpToAsManyAsAScriptCanAnswer() {
            redis.open(1);
            List<String> users =
                    LongStream.rangeClosed(1, 9_000).mapToObj(String::valueOf).toList();
            redis.redis
                    .<String>getList(redis.keys.late(CAMPAIGN), StringCodec.INSTANCE)
                    .addAll(users);
            redis.set("late", "9000");
            assertThat(late(4_000)).hasValueSatisfying(late -> assertThat(late).hasSize(5_000));
            assertThat(late(3_999)).isEmpty();
        }
    }

    @Nested
    class Expiry {

        private static final Duration KEPT = Duration.ofDays(14);

        @Test
        void shouldKeepGateAndHoldersForTwoWeeksAfterTheEndAlsoWhenItIsMoved() {
            Instant before = Instant.now();
            StockGateRebuild rebuild = StockGateRebuild.begin(redis.gates, CAMPAIGN);
            assertIsKeptFor(Duration.ofHours(1), redis.keys.gate(CAMPAIGN), before);
            assertThat(rebuild.reopen(campaign(5), 5, Map.of())).isTrue();
            redis.admitted(7);
            assertEndsAt(redis.state().closesAt());
            Instant later = Instant.now().plus(Duration.ofDays(30)).truncatedTo(ChronoUnit.MILLIS);
            redis.gates.amend(new Campaign(CAMPAIGN, 2, campaign(5).opensAt(), later, 5, "{}"));
            assertEndsAt(later);
            Instant past = Instant.now().minusSeconds(1);
            redis.gates.amend(new Campaign(CAMPAIGN, 3, past.minusSeconds(9), past, 5, "{}"));
            assertThat(redis.admit(8)).isInstanceOf(Admission.Ended.class);
        }

        private void assertEndsAt(Instant closing) {
            assertThat(expiry(redis.keys.gate(CAMPAIGN))).isEqualTo(closing.plus(KEPT));
            assertThat(expiry(redis.keys.holders(CAMPAIGN))).isEqualTo(closing.plus(KEPT));
        }

        /** After a day it is in the database. */
        @Test
        void shouldRememberAReservationForADayAndForAnHourThatACallWasOvertaken() {
            redis.open(5);
            Instant before = Instant.now();
            redis.attempt(Attempt.REPETITION, List.of(new Request(16, 7, "")));
            assertIsKeptFor(Duration.ofDays(1), redis.keys.reservation(16), before);
            assertIsKeptFor(Duration.ofHours(1), redis.keys.reservation(16) + ":overtaken", before);
        }

        /** Counted from some moment between {@code before} and now. */
        private void assertIsKeptFor(Duration time, String key, Instant before) {
            assertThat(expiry(key))
                    .isBetween(
                            before.plus(time).truncatedTo(ChronoUnit.MILLIS),
                            Instant.now().plus(time));
        }

        private Instant expiry(String key) {
            return Instant.ofEpochMilli(redis.redis.getBucket(key).getExpireTime());
        }
    }

    /** None is lost: what is left or held adds up to what was offered. */
    private void assertGate(long remaining, long holders) {
        assertThat(redis.state())
                .extracting(StockGateState::remaining, StockGateState::holders, StockGateState::drift)
                .containsExactly(remaining, holders, 0L);
    }
}
