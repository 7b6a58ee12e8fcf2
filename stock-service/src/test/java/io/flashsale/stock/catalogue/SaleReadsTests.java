package io.flashsale.stock.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.flashsale.admission.spring.RemainingUnits;
import io.flashsale.commons.testing.CountedMapper;
import io.flashsale.commons.testing.PublicReadBudgets;
import io.flashsale.entry.sale.EntryMode;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Counts the statements of the public reads of sales while time stands still, with few and many callers and sales. */
class SaleReadsTests {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static CountedMapper<SaleMapper> sales(int rows) {
        return new CountedMapper<>(
                SaleMapper.class,
                Map.of(
                        "openingFirst",
                        arguments -> LongStream.rangeClosed(1, rows)
                                .mapToObj(id -> new ListedSale(
                                        id, "Sale", "Lamp", null, NOW.plusSeconds(id), NOW.plusSeconds(9_999)))
                                .toList(),
                        "closedLast",
                        arguments -> List.of(),
                        "findAll",
                        arguments -> existing((Collection<?>) arguments[0], rows)));
    }

    private static List<SaleWithStock> existing(Collection<?> ids, int rows) {
        return ids.stream()
                .map(Long.class::cast)
                .filter(id -> id <= rows)
                .map(SaleReadsTests::sale)
                .toList();
    }

    private static SaleWithStock sale(long id) {
        return new SaleWithStock(
                id,
                1,
                "Lamp",
                "",
                "/images/lamp.svg",
                "Sale",
                100,
                100,
                NOW.plusSeconds(id),
                NOW.plusSeconds(9_999),
                1,
                5,
                5,
                5,
                EntryMode.OPEN,
                1,
                0,
                1,
                1,
                false,
                false,
                null,
                null,
                null);
    }

    private static SaleController controller(SaleMapper sales) {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        return new SaleController(
                new SaleCatalogue(sales, clock, () -> 0),
                mock(RemainingUnits.class),
                JsonMapper.builder().build(),
                clock);
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "1, 1000", "100, 10", "100, 1000"})
    void costOneListAndOneEncodingForAll(int callers, int rows) {
        CountedMapper<SaleMapper> sales = sales(rows);
        SaleController controller = controller(sales.mapper());
        Set<Object> encodings = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int caller = 0; caller < callers; caller++) {
            encodings.add(Objects.requireNonNull(
                    controller.list(null, null, null, null, "gzip").getBody()));
        }
        assertThat(sales.statements()).isEqualTo(PublicReadBudgets.statements("GET /api/sales", callers));
        assertThat(sales.rows()).as("titles, and the rest of each sale").isEqualTo(2 * rows);
        assertThat(encodings).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "1, 1000", "100, 10", "100, 1000"})
    void costOneLookAtASaleForAll(int callers, int rows) {
        CountedMapper<SaleMapper> sales = sales(rows);
        SaleController controller = controller(sales.mapper());
        for (int caller = 0; caller < callers; caller++) {
            assertThat(controller.show(7).getBody()).isNotNull();
        }
        assertThat(sales.statements()).isEqualTo(PublicReadBudgets.statements("GET /api/sales/{id}", callers));
        assertThat(sales.rows()).isEqualTo(1);
    }
}
