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

        void set(int index, Coupon coupon) {
            coupons.set(index, coupon);
        }

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

    private static Arguments bad(String how, Consumer<TestTemplate> spoil, FindingKind... found) {
        return arguments(how, spoil, Set.of(found));
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                bad(
                        "more than there are",
                        template -> template.quantity = 3,
                        FindingKind.CLAIMED_TOO_MANY,
                        FindingKind.REDIS_COUPONS_LEFT),
                bad(
                        "one that is not counted",
                        template -> {
                            template.claimed = 3;
                            template.remaining = 2;
                        },
                        FindingKind.CLAIMED_COUNTER),
                bad("a coupon without its flow", template -> template.claims.remove(11L), FindingKind.CLAIM_FLOW),
                bad("a flow without its coupon", template -> template.claims.add(99L), FindingKind.CLAIM_FLOW),
                bad(
                        "Redis lets shoppers claim for longer",
                        template -> template.offer = new Offer(1_000, 3_000, "", 0),
                        FindingKind.REDIS_CLAIM_WINDOW),
                bad(
                        "Redis knows a change that MySQL has lost",
                        template -> template.revision = 2,
                        FindingKind.REDIS_CLAIM_WINDOW),
                bad("Redis offers one too many", template -> template.remaining = 2, FindingKind.REDIS_COUPONS_LEFT),
                bad(
                        "Redis forgot a claim",
                        template -> template.reservations.remove(11L),
                        FindingKind.COUPON_WITHOUT_CLAIM),
                bad(
                        "Redis holds it for somebody else",
                        template -> template.reservations.put(11L, 9L),
                        FindingKind.COUPON_WITHOUT_CLAIM),
                bad(
                        "Redis holds what is not there",
                        template -> template.reservations.put(99L, 9L),
                        FindingKind.CLAIM_WITHOUT_COUPON),
                bad(
                        "three for one",
                        template -> {
                            template.set(3, new Coupon(14, 1, "UNUSED", 0, 0));
                            template.reservations.put(14L, 1L);
                        },
                        FindingKind.TOO_MANY_FOR_ONE),
                bad(
                        "two orders paid with it",
                        template ->
                                template.spendings.addFirst(new CouponSpending(105, 13, 1, "USED", OrderStatus.PAID)),
                        FindingKind.COUPON_PAID_TWICE),
                bad(
                        "used by an order that is not paid",
                        template ->
                                template.spendings.set(1, new CouponSpending(103, 13, 2, "FREED", OrderStatus.CLOSED)),
                        FindingKind.COUPON_BURNT),
                bad(
                        "paid with it, and it is free",
                        template -> {
                            template.set(2, new Coupon(13, 3, "UNUSED", 0, 0));
                            template.uses.clear();
                        },
                        FindingKind.COUPON_SPENT_UNMARKED),
                bad(
                        "kept for an order that has ended",
                        template -> template.spendings.removeFirst(),
                        FindingKind.COUPON_STUCK),
                bad(
                        "kept for an attempt that has ended",
                        template -> template.set(1, new Coupon(12, 1, "RESERVED", 102, 7)),
                        FindingKind.COUPON_STUCK),
                bad("used without a flow", template -> template.uses.clear(), FindingKind.USE_FLOW),
                bad("a flow without the use", template -> template.uses.put(11L, 101L), FindingKind.USE_FLOW));
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
    void aGateThatIsBeingRebuiltIsNotCompared() {
        TestTemplate template = new TestTemplate();
        template.gate = Gate.State.REBUILDING;
        template.remaining = 77;
        template.reservations.clear();
        assertThat(template.findings()).isEmpty();
    }
}
