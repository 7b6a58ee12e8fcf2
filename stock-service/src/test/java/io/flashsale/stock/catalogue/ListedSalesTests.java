package io.flashsale.stock.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.commons.listing.EncodedList;
import io.flashsale.commons.listing.EncodedPage;
import io.flashsale.commons.listing.PageQuery;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.stock.catalogue.ListedSale.Phase;
import io.flashsale.stock.catalogue.ListedSales.Found;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
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
        return new ListedSale(id, title, "A lamp", null, NOW.plusSeconds(opens), NOW.plusSeconds(closes));
    }

    private static final List<ListedSale> SALES = List.of(
            sale(1, "Ended long ago", -900, -500),
            sale(2, "Ended just now", -800, 0),
            sale(3, "Open since yesterday", -700, 500),
            sale(4, "Open since now", 0, 400),
            sale(5, "Planned soon", 10, 20),
            sale(6, "Planned for later", 300, 400));

    private static PageQuery<Found> query(@Nullable String text, @Nullable Phase phase, @Nullable String after) {
        return PageQuery.of(SaleFilter.of(text, phase), after, 2);
    }

    private static byte[] encode(List<Found> sales) {
        return sales.stream().map(Found::id).toList().toString().getBytes(StandardCharsets.UTF_8);
    }

    private static EncodedPage page(EncodedList<Found> sales, PageQuery<Found> query) {
        return sales.page(query, ListedSalesTests::encode);
    }

    private static String ids(EncodedPage page) {
        return new String(page.json(), StandardCharsets.UTF_8);
    }

    private static List<String> pages(EncodedList<Found> sales, @Nullable String text, @Nullable Phase phase) {
        List<String> read = new ArrayList<>();
        String after = null;
        do {
            EncodedPage page = page(sales, query(text, phase, after));
            read.add(ids(page));
            after = page.next();
        } while (after != null);
        return read;
    }

    @Test
    void areInTheOrderOfTheirOpeningAndThenThoseThatClosedLast() {
        assertThat(pages(ListedSales.at(NOW, SALES.reversed()), null, null))
                .containsExactly("[3, 4]", "[5, 6]", "[2, 1]");
    }

    @Test
    void areFoundByStateAndByTheirTexts() {
        EncodedList<Found> sales = ListedSales.at(NOW, SALES);
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
        EncodedPage first = page(ListedSales.at(NOW, SALES), query(null, null, null));
        assertThat(ids(first)).isEqualTo("[3, 4]");

        Stream<ListedSale> unchanged = SALES.stream().filter(sale -> sale.id() != 4);
        EncodedList<Found> later = ListedSales.at(
                NOW.plusSeconds(30),
                Stream.concat(unchanged, Stream.of(sale(7, "New", -600, 900))).toList());
        EncodedPage second = page(later, query(null, null, first.next()));
        EncodedPage third = page(later, query(null, null, second.next()));
        assertThat(ids(second)).isEqualTo("[6, 5]");
        assertThat(ids(third)).isEqualTo("[2, 1]");
        assertThat(third.next()).isNull();
    }

    private static EncodedList<Found> listOf(int size) {
        return ListedSales.at(
                NOW,
                LongStream.rangeClosed(1, size)
                        .mapToObj(id -> sale(id, "Sale " + id, id, 2 * id))
                        .toList());
    }

    /** Makes the page, counts the sales that are encoded for it, and returns whether it was refused. */
    private static boolean isRefused(EncodedList<Found> sales, PageQuery<Found> query, AtomicInteger encoded) {
        try {
            sales.page(query, found -> {
                encoded.addAndGet(found.size());
                return encode(found);
            });
            return false;
        } catch (ProblemException refusal) {
            assertThat(refusal.getStatusCode().value()).isEqualTo(503);
            assertThat(refusal.getHeaders().getFirst("Retry-After")).isEqualTo("1");
            return true;
        }
    }

    /** Ten times the callers and a hundred times the sales: a page is still made once, of as many sales. */
    @Test
    void areEncodedOnceHoweverManyAskAndHoweverManyThereAre() {
        for (int callers : new int[] {10, 100}) {
            for (int size : new int[] {200, 20_000}) {
                EncodedList<Found> sales = listOf(size);
                AtomicInteger encoded = new AtomicInteger();
                for (int caller = 0; caller < callers; caller++) {
                    isRefused(sales, PageQuery.of(SaleFilter.of(null, null), null, 100), encoded);
                }
                assertThat(encoded).hasValue(100);
            }
        }
    }

    /** Every caller has a search or a place of their own: with ten times as many, no more pages are made. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_000})
    void costNoMoreForMoreDifferentSearches(int callers) {
        for (int size : new int[] {200, 20_000}) {
            EncodedList<Found> sales = listOf(size);
            AtomicInteger encoded = new AtomicInteger();
            long refused = IntStream.range(0, callers)
                    .filter(caller ->
                            isRefused(sales, PageQuery.of(SaleFilter.of("s" + caller, null), null, 50), encoded))
                    .count();
            assertThat(refused).isEqualTo(callers - 200);
            assertThat(encoded).hasValue(0);
            assertThat(isRefused(sales, PageQuery.of(SaleFilter.of(null, null), cursor(0, 2_000, 2), 50), encoded))
                    .isTrue();
            for (int first : new int[] {50, 100}) {
                String after = null;
                do {
                    PageQuery<Found> next = PageQuery.of(SaleFilter.of(" ", Phase.UPCOMING), after, first);
                    assertThat(isRefused(sales, next, encoded))
                            .as("where readers begin, and the rest of the list")
                            .isFalse();
                    after = page(sales, next).next();
                } while (after != null);
            }
        }
    }

    private static String cursor(int part, long millis, long id) {
        byte[] place = ByteBuffer.allocate(17)
                .put((byte) part)
                .putLong(NOW.toEpochMilli() + millis)
                .putLong(id)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(place);
    }

    /** Nobody has read such a page, but a place between two sales leads on as that of the sale before it does. */
    @Test
    void haveOnePageAfterASaleHoweverManyPlacesAreMadeUp() {
        EncodedList<Found> sales = listOf(20_000);
        AtomicInteger encoded = new AtomicInteger();
        for (int madeUp = 0; madeUp < 10_000; madeUp++) {
            PageQuery<Found> query =
                    PageQuery.of(SaleFilter.of(null, null), cursor(0, 7_000 + madeUp % 1_000, 7 + madeUp), 50);
            assertThat(isRefused(sales, query, encoded)).isFalse();
            assertThat(ids(page(sales, query))).startsWith("[8, 9, 10, ");
        }
        assertThat(encoded).hasValue(50);
        for (int madeUp = 0; madeUp < 10_000; madeUp++) {
            assertThat(isRefused(
                            sales, PageQuery.of(SaleFilter.of(null, null), cursor(1, madeUp, madeUp), 50), encoded))
                    .as("after the last one")
                    .isFalse();
        }
        assertThat(encoded).hasValue(50);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "AAAA", "????", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void takeNoCursorButTheirOwn(String cursor) {
        assertThatThrownBy(() -> query(null, null, cursor)).isInstanceOf(ProblemException.class);
    }

    @Test
    void areAtMostAHundredAPage() {
        assertThat(page(listOf(200), PageQuery.of(SaleFilter.of("", null), null, null))
                        .next())
                .isNotNull();
        assertThat(ids(page(listOf(200), PageQuery.of(SaleFilter.of("", null), null, 100))))
                .endsWith(", 100]");
        for (int size : new int[] {-1, 0, 101, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> PageQuery.of(SaleFilter.of(null, null), null, size))
                    .isInstanceOf(ProblemException.class);
        }
        assertThatThrownBy(() -> SaleFilter.of("x".repeat(101), null)).isInstanceOf(ProblemException.class);
    }

    @Test
    void areUpToAThousandForWhoKnowsNoPages() {
        EncodedPage whole = page(listOf(1_001), PageQuery.whole(SaleFilter.of(null, null)));
        assertThat(ids(whole)).endsWith(", 1000]");
        assertThat(whole.next()).isNotNull();
    }
}
