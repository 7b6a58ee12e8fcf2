package io.flashsale.gateway.soldout;

import static java.util.stream.Collectors.toSet;

import java.util.Arrays;
import java.util.Optional;

class FakeSaleStatesContractTests implements SaleStatesContract {

    private final FakeSaleStates fake = new FakeSaleStates();

    @Override
    public SaleStates states() {
        return fake;
    }

    @Override
    public long open(long remaining, long... holders) {
        fake.remaining = remaining;
        Arrays.stream(holders).forEach(fake.holders::add);
        return 1;
    }

    @Override
    public long unknown() {
        fake.silent.add(2L);
        return 2;
    }

    @Override
    public void pass(long sale, long from, long to) {
        fake.passesTo(from, to);
    }

    @Override
    public void offer(long sale, long... users) {
        fake.offered = Optional.of(Arrays.stream(users).boxed().collect(toSet()));
    }
}
