package io.flashsale.coupon.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import io.flashsale.admission.spring.RemainingUnits;
import io.flashsale.commons.problem.ProblemException;
import io.flashsale.commons.testing.CountedMapper;
import io.flashsale.commons.testing.PublicReadBudgets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Counts the statements of the list of coupons while time stands still, with few and many callers and templates. */
class TemplateReadsTests {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static CountedMapper<TemplateMapper> templates(int rows) {
        return new CountedMapper<>(
                TemplateMapper.class,
                Map.of(
                        "closingLast",
                        arguments -> LongStream.rangeClosed(1, rows)
                                .mapToObj(TemplateReadsTests::template)
                                .toList()));
    }

    private static TemplateRow template(long id) {
        Instant closes = NOW.plusSeconds(9_999);
        return new TemplateRow(
                id, "Five off", "AMOUNT", 500L, null, null, 0, 7, 1, NOW, closes, NOW, closes, 0, 1, 1, null, null);
    }

    private static CouponController controller(TemplateMapper templates) {
        Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
        RemainingUnits remaining = mock(RemainingUnits.class);
        return new CouponController(
                new TemplateCatalogue(new TemplateRepository(templates), remaining, clock, () -> 0),
                JsonMapper.builder().build(),
                clock);
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "1, 1000", "100, 10", "100, 1000"})
    void costOneStatementAndOneEncodingForAll(int callers, int rows) {
        CountedMapper<TemplateMapper> templates = templates(rows);
        CouponController controller = controller(templates.mapper());
        Set<Object> encodings = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int caller = 0; caller < callers; caller++) {
            encodings.add(
                    Objects.requireNonNull(controller.list(null, null, "gzip").getBody()));
        }
        assertThat(templates.statements()).isEqualTo(PublicReadBudgets.statements("GET /api/coupons", callers));
        assertThat(templates.rows()).isEqualTo(rows);
        assertThat(encodings).hasSize(1);
    }

    /** The link to the page after this one. */
    private static String next(CouponController controller, @Nullable String after, int size) {
        return Objects.requireNonNull(
                controller.list(after, size, "").getHeaders().getFirst("Link"));
    }

    /** Callers who ask for pages that nobody else asks for do not keep others from the first page. */
    @Test
    void haveABoundForPagesThatNobodyElseAsksFor() {
        CouponController controller = controller(templates(1_000).mapper());
        for (int size = 1; size < 50; size++) {
            String link = next(controller, null, size);
            for (int page = 0; page < 3; page++) {
                link = next(controller, link.replaceAll(".*after=([^>&]*).*", "$1"), size);
            }
        }
        assertThat(next(controller, null, 100)).contains("size=100&after=");
        assertThatThrownBy(() -> {
                    for (int size = 51; size < 100; size++) {
                        controller.list(null, size, "");
                    }
                })
                .isInstanceOf(ProblemException.class);
        assertThat(controller.list(null, null, "").getStatusCode().value()).isEqualTo(200);
    }
}
