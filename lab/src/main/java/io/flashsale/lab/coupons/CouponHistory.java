package io.flashsale.lab.coupons;

import io.flashsale.lab.books.CouponBooks;
import io.flashsale.lab.books.Gate;
import io.flashsale.lab.books.OrderBooks.Spending;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All that the books say about one template.
 *
 * @param spendings orders that have something to do with its coupons
 * @param tickets by ticket the user who holds it, in Redis
 */
record CouponHistory(CouponBooks.Book book, List<Spending> spendings, Gate gate, Map<Long, Long> tickets) {

    boolean hasGate() {
        return gate.state() == Gate.State.WARM;
    }

    CouponFigures figures() {
        Map<String, Long> byStatus = new TreeMap<>();
        book.coupons().forEach(coupon -> byStatus.merge(coupon.status(), 1L, Long::sum));
        return new CouponFigures(
                book.template().title(),
                book.template().quantity(),
                book.template().claimed(),
                hasGate() ? gate.remaining() : null,
                Math.max(0, book.coupons().size() - book.template().quantity()),
                byStatus);
    }
}
