package io.flashsale.stock.catalogue;

import io.flashsale.admission.bucket.Buckets;
import io.flashsale.entry.sale.EntryMode;
import io.flashsale.simulation.shop.MapperDouble;
import io.flashsale.simulation.shop.SimulatedTables;
import io.flashsale.simulation.shop.SimulatedTables.SaleLine;
import io.flashsale.simulation.shop.SimulatedTables.StockLine;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The catalogue over rows in memory. */
public final class SimulatedSales {

    private final SimulatedTables tables;

    private SimulatedSales(SimulatedTables tables) {
        this.tables = tables;
    }

    public static SaleCatalogue catalogue(SimulatedTables tables, Clock clock) {
        return new SaleCatalogue(MapperDouble.of(SaleMapper.class, new SimulatedSales(tables).new Rows()), clock);
    }

    /** The statements of {@link SaleMapper}. Reads that a cache makes give nobody a turn: a cache waits with a lock. */
    @SuppressWarnings({"UnusedMethod", "unused"}) // called through the mapper
    private final class Rows {

        private @Nullable SaleWithStock sale(@Nullable SaleLine line, int bucket) {
            if (line == null) {
                return null;
            }
            List<StockLine> stock = line.buckets() == 1
                    ? List.of(stock(line.id(), bucket))
                    : IntStream.range(0, line.buckets())
                            .mapToObj(n -> stock(line.id(), n))
                            .toList();
            return new SaleWithStock(
                    line.id(),
                    1,
                    "product",
                    "",
                    "",
                    line.title(),
                    line.priceCents(),
                    line.priceCents(),
                    line.opensAt(),
                    line.closesAt(),
                    line.revision(),
                    stock.stream().mapToLong(StockLine::initial).sum(),
                    stock.stream().mapToLong(one -> one.initial() + one.added()).sum(),
                    stock.stream().mapToLong(StockLine::available).sum(),
                    EntryMode.OPEN,
                    SaleEntry.DEFAULT_RATE,
                    0,
                    line.buckets(),
                    line.limit(),
                    false,
                    false,
                    null,
                    null,
                    null);
        }

        private StockLine stock(long sale, int bucket) {
            return Objects.requireNonNull(tables.stock.get(Buckets.gate(sale, bucket)));
        }

        private SaleWithStock.Bucket bucket(long sale, int number) {
            StockLine row = stock(sale, number);
            return new SaleWithStock.Bucket(
                    sale, number, row.initial(), row.initial() + row.added(), row.available(), row.moved());
        }

        @Nullable
        SaleWithStock find(long id) {
            return tables.database.read("reads the sale", () -> sale(tables.sales.get(id), 0));
        }

        /** Nobody here changes a sale in more than one step. */
        @Nullable
        Long awaitChange(long id) {
            return tables.sales.get(id) == null ? null : (Long) id;
        }

        List<SaleWithStock> findAll(Collection<? extends Long> ids) {
            return ids.stream()
                    .flatMap(id -> Stream.ofNullable(sale(tables.sales.get(id), 0)))
                    .toList();
        }

        @Nullable
        SaleWithStock findAndLock(long id, int bucket) {
            SaleLine line = tables.sales.lock(id);
            tables.stock.lock(Buckets.gate(id, bucket));
            return sale(line, bucket);
        }

        SaleWithStock.Bucket lockBucket(long id, int bucket) {
            tables.stock.lock(Buckets.gate(id, bucket));
            return bucket(id, bucket);
        }

        List<SaleWithStock.Bucket> bucketsOf(Collection<Long> ids) {
            return ids.stream()
                    .flatMap(id -> Stream.ofNullable(tables.sales.get(id)))
                    .flatMap(sale -> IntStream.range(0, sale.buckets()).mapToObj(n -> bucket(sale.id(), n)))
                    .toList();
        }

        @Nullable
        Integer numberOfBuckets(long id) {
            SaleLine line = tables.sales.get(id);
            return line == null ? null : (Integer) line.buckets();
        }

        List<SaleWithStock> closingAfter(Instant moment, long id, int max) {
            return tables.database.read(
                    "reads the sales",
                    () -> tables.sales.rows().stream()
                            .filter(line -> line.closesAt().isAfter(moment)
                                    || line.closesAt().equals(moment) && line.id() > id)
                            .limit(max)
                            .flatMap(line -> Stream.ofNullable(sale(line, 0)))
                            .toList());
        }

        Set<Long> prices(long id) {
            SaleLine line = tables.sales.get(id);
            Set<Long> prices = new HashSet<>();
            if (line != null) {
                prices.add(line.priceCents());
                tables.prices.rows().forEach(prices::add);
            }
            return prices;
        }
    }
}
