package io.flashsale.auditor.coupon;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flashsale.auditor.finding.Evidence;
import io.flashsale.auditor.finding.Finding;
import io.flashsale.auditor.finding.FindingKind;
import io.flashsale.auditor.finding.Invariant;
import io.flashsale.auditor.snapshot.CouponSnapshot;
import io.flashsale.auditor.snapshot.CouponSnapshot.Coupon;
import io.flashsale.auditor.snapshot.CouponSnapshot.CouponSpending;
import io.flashsale.auditor.snapshot.CouponSnapshot.Template;
import io.flashsale.auditor.snapshot.Gate;
import io.flashsale.auditor.snapshot.Offer;
import io.flashsale.auditor.snapshot.OrderStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A correct template passes, and each way of spoiling it gives its own finding. */
class CouponChecksTests {

    /** Four coupons out of five: unused, reserved, used, and one that came back after its order was closed. */
    private static final class TestTemplate {

        private static final int LIMIT = 2;
        private static final Offer OFFER = new Offer(1_000, 2_000, "", 0);

        long quantity = 5;
        long claimed = 4;
        long remaining = 1;
        Gate.State gate = Gate.State.WARM;
        long revision = 1;
        Offer offer = OFFER;
        final List<Coupon> coupons = new ArrayList<>(List.of(
                new Coupon(11, 1, "UNUSED", 0, 0),
                new Coupon(12, 1, "RESERVED", 102, 1),
                new Coupon(13, 3, "USED", 103, 2),
                new Coupon(14, 4, "UNUSED", 0, 0)));
        final Set<Long> claims = new HashSet<>(Set.of(11L, 12L, 13L, 14L));
        final Map<Long, Long> uses = new HashMap<>(Map.of(13L, 103L));
        final Map<Long, Long> reservations = new HashMap<>(Map.of(11L, 1L, 12L, 1L, 13L, 3L, 14L, 4L));
        final List<CouponSpending> spendings = new ArrayList<>(List.of(
                new CouponSpending(102, 12, 1, "CHARGING", OrderStatus.AWAITING_PAYMENT),
                new CouponSpending(103, 13, 2, "USED", OrderStatus.PAID),
                new CouponSpending(104, 14, 1, "FREED", OrderStatus.CLOSED)));

        Set<FindingKind> findings() {
            TemplateSnapshot snapshot = new TemplateSnapshot(
                    new CouponSnapshot(
                            new Template(1, "x", quantity, LIMIT, claimed, 1, false, OFFER), coupons, claims, uses),
                    spendings,
                    new Gate(gate, "e", remaining, quantity, revision, 0, reservations.size(), 0, offer),
                    reservations,
                    0,
                    List.of());
            Evidence evidence = new Evidence();
            CouponChecks.check(snapshot, evidence);
            return evidence.findings().stream().map(Finding::kind).collect(toSet());
        }
    }

    /** @param found kinds, separated by spaces */
    private static Arguments bad(String how, String found, Consumer<TestTemplate> spoil) {
        return arguments(
                how,
                spoil,
                Stream.of(found.split(" ")).map(FindingKind::valueOf).collect(toSet()));
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                bad("more than there are", "CLAIMED_TOO_MANY REDIS_COUPONS_LEFT", t -> t.quantity = 3),
                bad("one that is not counted", "CLAIMED_COUNTER", t -> {
                    t.claimed = 3;
                    t.remaining = 2;
                }),
                bad("a coupon without its flow", "CLAIM_FLOW", t -> t.claims.remove(11L)),
                bad("a flow without its coupon", "CLAIM_FLOW", t -> t.claims.add(99L)),
                bad(
                        "Redis lets shoppers claim for longer",
                        "REDIS_CLAIM_WINDOW",
                        t -> t.offer = new Offer(1_000, 3_000, "", 0)),
                bad("Redis knows a change that MySQL has lost", "REDIS_CLAIM_WINDOW", t -> t.revision = 2),
                bad("Redis offers one too many", "REDIS_COUPONS_LEFT", t -> t.remaining = 2),
                bad("Redis forgot a claim", "COUPON_WITHOUT_CLAIM", t -> t.reservations.remove(11L)),
                bad("Redis holds it for somebody else", "COUPON_WITHOUT_CLAIM", t -> t.reservations.put(11L, 9L)),
                bad("Redis holds what is not there", "CLAIM_WITHOUT_COUPON", t -> t.reservations.put(99L, 9L)),
                bad("three for one", "TOO_MANY_FOR_ONE", t -> {
                    t.coupons.set(3, new Coupon(14, 1, "UNUSED", 0, 0));
                    t.reservations.put(14L, 1L);
                }),
                bad(
                        "two orders paid with it",
                        "COUPON_PAID_TWICE",
                        t -> t.spendings.addFirst(new CouponSpending(105, 13, 1, "USED", OrderStatus.PAID))),
                bad(
                        "used by an order that is not paid",
                        "COUPON_BURNT",
                        t -> t.spendings.set(1, new CouponSpending(103, 13, 2, "FREED", OrderStatus.CLOSED))),
                bad("paid with it, and it is free", "COUPON_SPENT_UNMARKED", t -> {
                    t.coupons.set(2, new Coupon(13, 3, "UNUSED", 0, 0));
                    t.uses.clear();
                }),
                bad("kept for an order that has ended", "COUPON_STUCK", t -> t.spendings.removeFirst()),
                bad(
                        "kept for an attempt that has ended",
                        "COUPON_STUCK",
                        t -> t.coupons.set(1, new Coupon(12, 1, "RESERVED", 102, 7))),
                bad("used without a flow", "USE_FLOW", t -> t.uses.clear()),
                bad("a flow without the use", "USE_FLOW", t -> t.uses.put(11L, 101L)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spoilt")
    void isFound(String how, Consumer<TestTemplate> spoil, Set<FindingKind> found) {
        TestTemplate template = new TestTemplate();
        assertThat(template.findings()).as("before").isEmpty();
        spoil.accept(template);
        assertThat(template.findings()).as(how).isEqualTo(found);
    }

    @Test
    void everyKindIsShownToBeFound() {
        EnumSet<FindingKind> shown = EnumSet.noneOf(FindingKind.class);
        spoilt().forEach(arguments -> {
            Set<?> found = (Set<?>) Objects.requireNonNull(arguments.get()[2]);
            found.forEach(kind -> shown.add((FindingKind) kind));
        });
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(Stream.of(FindingKind.values())
                        .filter(kind -> Set.of(Invariant.I8, Invariant.I9, Invariant.I10)
                                .contains(kind.invariant()))
                        .toList());
    }

    @Test
    void allMayBeClaimed() {
        TestTemplate template = new TestTemplate();
        template.quantity = 4;
        template.remaining = 0;
        assertThat(template.findings()).isEmpty();
    }

    @Test
    void aGateThatIsBeingRebuiltIsNotCompared() {
        TestTemplate template = new TestTemplate();
        template.gate = Gate.State.REBUILDING;
        template.remaining = 77;
        template.reservations.clear();
        assertThat(template.findings()).isEmpty();
    }
}
