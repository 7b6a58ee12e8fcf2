package io.flashsale.auditor.snapshot;

import java.util.List;

/** What order-service's database says of a sale at one moment, and the records of the payment provider's mock, which are there too. */
public record OrderSnapshot(Orders orders, List<Charge> charges) {

    public OrderSnapshot {
        charges = List.copyOf(charges);
    }
}
