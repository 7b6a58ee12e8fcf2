package io.flashsale.auditor.snapshot;

import java.util.List;

/** A sale in order-service's database at one moment, with the records of the mock provider, which are there too. */
public record OrderSnapshot(OrderRows orders, List<Charge> charges) {

    public OrderSnapshot {
        charges = List.copyOf(charges);
    }
}
