package io.flashsale.order.ordering;

import static io.flashsale.order.ordering.OrderStatus.AWAITING_PAYMENT;
import static io.flashsale.order.ordering.OrderStatus.CLOSED;
import static io.flashsale.order.ordering.OrderStatus.PAID;
import static io.flashsale.order.ordering.OrderStatus.QUEUED;
import static io.flashsale.order.ordering.OrderStatus.REFUNDED;
import static io.flashsale.order.ordering.OrderStatus.REFUND_DUE;
import static io.flashsale.order.ordering.OrderStatus.REJECTED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrderStatusTests {

    private static final Map<OrderStatus, Set<OrderStatus>> STEPS = Map.of(
            QUEUED, EnumSet.of(AWAITING_PAYMENT, REJECTED),
            AWAITING_PAYMENT, EnumSet.of(PAID, CLOSED),
            CLOSED, EnumSet.of(REFUND_DUE),
            REFUND_DUE, EnumSet.of(REFUNDED));

    @Test
    void shouldCallEachStepNewsAndNoStepBack() {
        STEPS.forEach((from, targets) -> targets.forEach(to -> {
            assertThat(to.isAfter(from)).as("%s after %s", to, from).isTrue();
            assertThat(from.isAfter(to)).as("%s after %s", from, to).isFalse();
        }));
        assertThat(List.of(OrderStatus.values())).noneMatch(status -> status.isAfter(status));
    }

    @Test
    void shouldBeFinalWhereNoStepOfOursLeads() {
        assertThat(Arrays.stream(OrderStatus.values()).filter(status -> !status.isFinal()))
                .containsExactly(QUEUED, AWAITING_PAYMENT, REFUND_DUE);
    }
}
