package io.flashsale.lab.coupons;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.flashsale.lab.audit.Evidence;
import io.flashsale.lab.audit.Finding;
import io.flashsale.lab.audit.FindingKind;
import io.flashsale.lab.audit.Invariant;
import io.flashsale.lab.books.CouponBooks.Book;
import io.flashsale.lab.books.CouponBooks.Coupon;
import io.flashsale.lab.books.CouponBooks.Template;
import io.flashsale.lab.books.Gate;
import io.flashsale.lab.books.OrderBooks.Spending;
import io.flashsale.lab.books.OrderStatus;
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

/** Good books hold, and each way of spoiling them is found by its name. */
class CouponChecksTests {

    /** Four coupons of five: unused, reserved, used, and one that came back after its order was closed. */
    private static final class Books {

        private static final int LIMIT = 2;

        long quantity = 5;
        long claimed = 4;
        long remaining = 1;
        Gate.State gate = Gate.State.WARM;
        final List<Coupon> coupons = new ArrayList<>(List.of(
                new Coupon(11, 1, "UNUSED", 0, 0),
                new Coupon(12, 1, "RESERVED", 102, 1),
                new Coupon(13, 3, "USED", 103, 2),
                new Coupon(14, 4, "UNUSED", 0, 0)));
        final Set<Long> claims = new HashSet<>(Set.of(11L, 12L, 13L, 14L));
        final Map<Long, Long> uses = new HashMap<>(Map.of(13L, 103L));
        final Map<Long, Long> tickets = new HashMap<>(Map.of(11L, 1L, 12L, 1L, 13L, 3L, 14L, 4L));
        final List<Spending> spendings = new ArrayList<>(List.of(
                new Spending(102, 12, 1, "CHARGING", OrderStatus.AWAITING_PAYMENT),
                new Spending(103, 13, 2, "USED", OrderStatus.PAID),
                new Spending(104, 14, 1, "FREED", OrderStatus.CLOSED)));

        void set(int index, Coupon coupon) {
            coupons.set(index, coupon);
        }

        Set<FindingKind> findings() {
            CouponHistory history = new CouponHistory(
                    new Book(new Template(1, "x", quantity, LIMIT, claimed, 1, false), coupons, claims, uses),
                    spendings,
                    new Gate(gate, "e", remaining, quantity, 1, 0, tickets.size()),
                    tickets);
            Evidence evidence = new Evidence();
            CouponChecks.check(history, evidence);
            return evidence.findings().stream().map(Finding::kind).collect(toSet());
        }
    }

    private static Arguments bad(String how, Consumer<Books> spoil, FindingKind... found) {
        return arguments(how, spoil, Set.of(found));
    }

    static Stream<Arguments> spoilt() {
        return Stream.of(
                bad(
                        "more than there are",
                        books -> books.quantity = 3,
                        FindingKind.CLAIMED_TOO_MANY,
                        FindingKind.REDIS_COUPONS_LEFT),
                bad(
                        "one that is not counted",
                        books -> {
                            books.claimed = 3;
                            books.remaining = 2;
                        },
                        FindingKind.CLAIMED_COUNTER),
                bad("a coupon without its flow", books -> books.claims.remove(11L), FindingKind.CLAIM_FLOW),
                bad("a flow without its coupon", books -> books.claims.add(99L), FindingKind.CLAIM_FLOW),
                bad("Redis offers one too many", books -> books.remaining = 2, FindingKind.REDIS_COUPONS_LEFT),
                bad("Redis forgot a claim", books -> books.tickets.remove(11L), FindingKind.COUPON_WITHOUT_CLAIM),
                bad(
                        "Redis holds it for somebody else",
                        books -> books.tickets.put(11L, 9L),
                        FindingKind.COUPON_WITHOUT_CLAIM),
                bad(
                        "Redis holds what is not there",
                        books -> books.tickets.put(99L, 9L),
                        FindingKind.CLAIM_WITHOUT_COUPON),
                bad(
                        "three for one",
                        books -> {
                            books.set(3, new Coupon(14, 1, "UNUSED", 0, 0));
                            books.tickets.put(14L, 1L);
                        },
                        FindingKind.TOO_MANY_FOR_ONE),
                bad(
                        "two orders paid with it",
                        books -> books.spendings.addFirst(new Spending(105, 13, 1, "USED", OrderStatus.PAID)),
                        FindingKind.COUPON_PAID_TWICE),
                bad(
                        "used by an order that is not paid",
                        books -> books.spendings.set(1, new Spending(103, 13, 2, "FREED", OrderStatus.CLOSED)),
                        FindingKind.COUPON_BURNT),
                bad(
                        "paid with it, and it is free",
                        books -> {
                            books.set(2, new Coupon(13, 3, "UNUSED", 0, 0));
                            books.uses.clear();
                        },
                        FindingKind.COUPON_SPENT_UNMARKED),
                bad(
                        "kept for an order that has ended",
                        books -> books.spendings.removeFirst(),
                        FindingKind.COUPON_STUCK),
                bad(
                        "kept for an attempt that has ended",
                        books -> books.set(1, new Coupon(12, 1, "RESERVED", 102, 7)),
                        FindingKind.COUPON_STUCK),
                bad("used without a flow", books -> books.uses.clear(), FindingKind.USE_FLOW),
                bad("a flow without the use", books -> books.uses.put(11L, 101L), FindingKind.USE_FLOW));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spoilt")
    void isFound(String how, Consumer<Books> spoil, Set<FindingKind> found) {
        Books books = new Books();
        assertThat(books.findings()).as("before").isEmpty();
        spoil.accept(books);
        assertThat(books.findings()).as(how).isEqualTo(found);
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
        Books books = new Books();
        books.gate = Gate.State.FENCED;
        books.remaining = 77;
        books.tickets.clear();
        assertThat(books.findings()).isEmpty();
    }
}
