package io.flashsale.stock.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commons.problem.ProblemException;
import io.flashsale.stock.catalogue.ListedSale.Phase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListedSalesTests {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    /** Opens and closes so many seconds from now. */
    private static ListedSale sale(long id, String title, long opens, long closes) {
        return new ListedSale(id, title, "A lamp", NOW.plusSeconds(opens), NOW.plusSeconds(closes));
    }

    private static final List<ListedSale> SALES = List.of(
            sale(1, "Ended long ago", -900, -500),
            sale(2, "Ended just now", -800, 0),
            sale(3, "Open since yesterday", -700, 500),
            sale(4, "Open since now", 0, 400),
            sale(5, "Planned soon", 10, 20),
            sale(6, "Planned for later", 300, 400));

    private static ListQuery query(@Nullable String text, @Nullable Phase phase, @Nullable String after) {
        return ListQuery.of(text, phase, after, 2);
    }

    private static SalePage page(ListedSales sales, ListQuery query) {
        return sales.page(
                query, found -> SalePage.of(found.ids().toString().getBytes(StandardCharsets.UTF_8), found.last()));
    }

    private static String ids(SalePage page) {
        return new String(page.json(), StandardCharsets.UTF_8);
    }

    private static List<String> pages(ListedSales sales, @Nullable String text, @Nullable Phase phase) {
        List<String> read = new ArrayList<>();
        String after = null;
        do {
            SalePage page = page(sales, query(text, phase, after));
            read.add(ids(page));
            after = page.next();
        } while (after != null);
        return read;
    }

    @Test
    void areInTheOrderOfTheirOpeningAndThenThoseThatClosedLast() {
        assertThat(pages(new ListedSales(SALES.reversed(), NOW), null, null))
                .containsExactly("[3, 4]", "[5, 6]", "[2, 1]");
    }

    @Test
    void areFoundByStateAndByTheirTexts() {
        ListedSales sales = new ListedSales(SALES, NOW);
        assertThat(pages(sales, null, Phase.OPEN)).containsExactly("[3, 4]");
        assertThat(pages(sales, null, Phase.UPCOMING)).containsExactly("[5, 6]");
        assertThat(pages(sales, null, Phase.ENDED)).containsExactly("[2, 1]");
        assertThat(pages(sales, " NOW ", null)).containsExactly("[4, 2]");
        assertThat(pages(sales, "a LAMP", Phase.OPEN)).containsExactly("[3, 4]");
        assertThat(pages(sales, "nothing like it", null)).containsExactly("[]");
    }

    /** Between two pages one sale is added before the place, one ends on each side of it, and the last one read is gone. */
    @Test
    void areAllReadByAReaderWhoGoesOnWhateverChangesMeanwhile() {
        SalePage first = page(new ListedSales(SALES, NOW), query(null, null, null));
        assertThat(ids(first)).isEqualTo("[3, 4]");

        Stream<ListedSale> unchanged = SALES.stream().filter(sale -> sale.id() != 4);
        ListedSales later = new ListedSales(
                Stream.concat(unchanged, Stream.of(sale(7, "New", -600, 900))).toList(), NOW.plusSeconds(30));
        SalePage second = page(later, query(null, null, first.next()));
        SalePage third = page(later, query(null, null, second.next()));
        assertThat(ids(second)).isEqualTo("[6, 5]");
        assertThat(ids(third)).isEqualTo("[2, 1]");
        assertThat(third.next()).isNull();
    }

    /** Ten times the callers and a hundred times the sales: a page is still made once, of as many sales. */
    @Test
    void areEncodedOnceHoweverManyAskAndHoweverManyThereAre() {
        for (int callers : new int[] {10, 100}) {
            for (int size : new int[] {200, 20_000}) {
                ListedSales sales = new ListedSales(
                        LongStream.rangeClosed(1, size)
                                .mapToObj(id -> sale(id, "Sale", id, 2 * id))
                                .toList(),
                        NOW);
                AtomicInteger encoded = new AtomicInteger();
                IntStream.range(0, callers)
                        .forEach(caller -> sales.page(ListQuery.of(null, null, null, 100), found -> {
                            encoded.addAndGet(found.ids().size());
                            return SalePage.of(new byte[0], found.last());
                        }));
                assertThat(encoded).hasValue(100);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "AAAA", "????", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void takeNoCursorButTheirOwn(String cursor) {
        assertThatThrownBy(() -> query(null, null, cursor)).isInstanceOf(ProblemException.class);
    }

    @Test
    void areUpToAThousandForWhoKnowsNoPagesAndAtMostAHundredAPage() {
        assertThat(ListQuery.of(null, null, null, null).size()).isEqualTo(1_000);
        assertThat(ListQuery.of("", null, null, null).size()).isEqualTo(50);
        assertThat(ListQuery.of(null, null, null, 100).size()).isEqualTo(100);
        for (int size : new int[] {-1, 0, 101, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> ListQuery.of(null, null, null, size)).isInstanceOf(ProblemException.class);
        }
        assertThatThrownBy(() -> ListQuery.of("x".repeat(101), null, null, null))
                .isInstanceOf(ProblemException.class);
    }
}
