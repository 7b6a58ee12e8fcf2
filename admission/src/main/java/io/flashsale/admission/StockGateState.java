package io.flashsale.admission;

import java.time.Instant;
import java.util.List;

/**
 * A gate at one moment.
 *
 * @param epoch names the rebuild that made this gate
 * @param rebuilding nobody is admitted, because somebody has the rebuild lease
 * @param sameRun the Redis server still is the one that the gate was made on; after a restart or a fail-over it may
 *     have forgotten the last admissions
 * @param remaining units that can still be had
 * @param total units ever put on offer
 * @param returned how often units came back in this epoch; while it stays and nothing remains, no new holder appears
 * @param holders how many units are held; as many as there are users who hold one, where each may have one
 */
public record StockGateState(
        String epoch,
        boolean rebuilding,
        boolean sameRun,
        long remaining,
        long total,
        long revision,
        Instant opensAt,
        Instant closesAt,
        long returned,
        long holders) {

    static StockGateState parse(List<String> answer) {
        return new StockGateState(
                answer.get(1),
                answer.get(2).equals("1"),
                answer.get(3).equals("1"),
                Long.parseLong(answer.get(4)),
                Long.parseLong(answer.get(5)),
                Long.parseLong(answer.get(6)),
                Instant.ofEpochMilli(Long.parseLong(answer.get(7))),
                Instant.ofEpochMilli(Long.parseLong(answer.get(8))),
                Long.parseLong(answer.get(9)),
                Long.parseLong(answer.get(10)));
    }

    /** Every unit ever offered is either left or held; what differs was lost or made by a fault of Redis. */
    public long drift() {
        return remaining + holders - total;
    }
}
