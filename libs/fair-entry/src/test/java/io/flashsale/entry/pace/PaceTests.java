package io.flashsale.entry.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.Codec;

class PaceTests {

    private final Pace pace = new Pace();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LoadMeters load = new LoadMeters(meters);

    @Test
    void shouldBeginAtTheBoundHalveDownToOneAndRiseByATenth() {
        assertThat(pace.next(1, 100, false)).isEqualTo(100);
        assertThat(pace.next(1, 100, true)).isEqualTo(50);
        assertThat(pace.next(1, 100, false)).isEqualTo(60);
        for (int i = 0; i < 10; i++) {
            pace.next(1, 100, true);
        }
        assertThat(pace.next(1, 100, true)).isEqualTo(1);
        assertThat(pace.next(2, 100, false)).as("another sale").isEqualTo(100);
        for (int i = 0; i < 10; i++) {
            pace.next(1, 100, false);
        }
        assertThat(pace.next(1, 100, false)).isEqualTo(100);
        assertThat(pace.next(1, 7, false)).as("an admin lowers it").isEqualTo(7);
    }

    private boolean isTooMuchSince(Load before) {
        return Load.isTooMuch(List.of(load.read().since(before)));
    }

    /** Otherwise one slow script would hold up all who wait. */
    @Test
    void shouldSeeNoStrainInOneOfAHundredRequests() {
        Load before = load.read();
        meters.counter("flashsale.reservations", "outcome", "admitted").increment(60);
        meters.counter("flashsale.reservations", "outcome", "ticket-required").increment(39);
        meters.counter("flashsale.reservations.shed").increment();
        assertThat(isTooMuchSince(before)).isFalse();
        meters.counter("flashsale.reservations.shed").increment();
        assertThat(isTooMuchSince(before)).isTrue();
        meters.counter("flashsale.reservations", "outcome", "sold-out").increment(99);
        assertThat(isTooMuchSince(before)).isFalse();
        meters.counter("flashsale.reservations", "outcome", "undecided").increment();
        assertThat(isTooMuchSince(before)).isTrue();
    }

    @Test
    void shouldTakeTheShareOfAllInstancesTogether() {
        Load told = new Load(10, 1, 0, List.of());
        Load another = new Load(90, 0, 0, List.of());
        assertThat(Load.isTooMuch(List.of(told))).isTrue();
        assertThat(Load.isTooMuch(List.of(told, another))).isFalse();
        assertThat(Load.isTooMuch(List.of())).isFalse();
        assertThat(Load.isTooMuch(List.of(told, another, new Load(0, 0, 0, List.of(new Load.Calls(1, 501))))))
                .as("slow")
                .isTrue();
    }

    @Test
    void shouldSeeItsOwnStrainWhileNobodyCanBeAskedForThatOfOthers() {
        RedissonClient redis = mock();
        when(redis.getScript(any(Codec.class))).thenThrow(new RedisException("its shard is away"));
        Strain strain = new Strain(load, redis);
        assertThat(strain.look()).isFalse();
        meters.counter("flashsale.reservations", "outcome", "not-ready").increment();
        assertThat(strain.look()).isTrue();
        assertThat(strain.look()).as("not since").isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/internal/admissions, POST, true",
        "/api/sales/{saleId}/entry, POST, true",
        "/api/sales/{saleId}/entry/ticket, POST, true",
        "/api/sales/{saleId}/entry, GET, false",
        "/api/admin/sales, POST, false"
    })
    void shouldSeeStrainInCallsOfAKindThatTakeLong(String uri, String method, boolean counts) {
        meters.timer("http.server.requests", "uri", "/internal/admissions", "method", "POST")
                .record(Duration.ofMillis(1));
        Load before = load.read();
        Timer calls = meters.timer("http.server.requests", "uri", uri, "method", method);
        calls.record(Duration.ofMillis(400));
        Load fast = load.read();
        assertThat(isTooMuchSince(before)).isFalse();
        calls.record(Duration.ofMillis(400));
        calls.record(Duration.ofMillis(700));
        Load slow = load.read();
        assertThat(isTooMuchSince(fast)).isEqualTo(counts);
        calls.record(Duration.ofMillis(10));
        assertThat(isTooMuchSince(slow)).isFalse();
    }

    @Test
    void shouldReadWhatAnotherInstanceHasWritten() {
        Load said = new Load(2, 3, 4, List.of(new Load.Calls(5, 600), new Load.Calls(0, 0)));
        assertThat(said.text()).isEqualTo("2 3 4 5 600 0 0");
        assertThat(Load.parse(said.text())).contains(said);
        assertThat(Load.parse("")).isEmpty();
        assertThat(Load.parse("1")).isEmpty();
        assertThat(Load.parse("1 2 3 4")).isEmpty();
        assertThat(Load.parse("1 -2 3")).isEmpty();
        assertThat(Load.parse("of a later version")).isEmpty();
    }
}
