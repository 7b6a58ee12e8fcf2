package io.flashsale.locklab.path;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.path.call.CallCases;
import io.flashsale.locklab.path.order.OrderCases;
import io.flashsale.locklab.path.queue.QueueCases;
import java.util.List;

/** E1 to E4, in order. */
public final class PathCases {

    private PathCases() {}

    public static List<Case> all() {
        return List.of(
                OrderCases.oneOrderEach(),
                CallCases.timedOutCall(),
                QueueCases.requestOrQueue(),
                OrderCases.unlockAndCommit());
    }
}
