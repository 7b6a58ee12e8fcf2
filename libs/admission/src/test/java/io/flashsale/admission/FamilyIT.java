package io.flashsale.admission;

import static io.flashsale.admission.RedisFixture.CAMPAIGN;
import static io.flashsale.admission.RedisFixture.campaign;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.admission.Admission.NotReady;
import io.flashsale.admission.Admission.NotReady.Cause;
import io.flashsale.admission.StockGateRebuild.Held;
import io.flashsale.admission.StockGates.Decided;
import io.flashsale.admission.StockGates.Hold;
import io.flashsale.admission.StockGates.Release;
import io.flashsale.admission.StockGates.Request;
import io.flashsale.admission.redis.Shards;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RMap;
import org.redisson.client.codec.StringCodec;

/** The gates of a family: each has its own units, and a user has at most as many as allowed in all of them. */
class FamilyIT {

    private static final long RED = CAMPAIGN;
    private static final long GREEN = RED + Shards.COUNT;
    private static final long BLUE = GREEN + Shards.COUNT;
    private static final List<Long> ALL = List.of(RED, GREEN, BLUE);

    private final RedisFixture redis = new RedisFixture();
    private final ReservationIds ids = new ReservationIds(() -> 1);

    @BeforeEach
    void openAll() {
        ALL.forEach(id -> redis.open(member(id, 20, 2)));
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private static Campaign member(long id, long units, int perUser) {
        Campaign one = campaign(id, units);
        List<Long> siblings = ALL.stream().filter(other -> other != id).toList();
        return new Campaign(
                id, 1, one.opensAt(), one.closesAt(), units, one.terms(), perUser, false, 1, false, siblings);
    }

    private Decided decide(long campaign, long... users) {
        return clicked(campaign, users).join();
    }

    private CompletableFuture<Decided> clicked(long campaign, long... users) {
        List<Request> group = new ArrayList<>();
        for (long user : users) {
            group.add(new Request(ids.next(campaign), user, ""));
        }
        return redis.gates.admit(campaign, 1, group).toCompletableFuture();
    }

    private Admission admit(long campaign, long user) {
        return decide(campaign, user).outcomes().getFirst();
    }

    private long admitted(long campaign, long user) {
        return ((Admission.Admitted) admit(campaign, user)).reservationId();
    }

    private RMap<String, String> gate(long campaign) {
        return redis.redis.getMap(redis.keys.gate(campaign), StringCodec.INSTANCE);
    }

    @Test
    void shouldCountTheUnitsOfAllSiblingsAndNameTheNewest() {
        admitted(RED, 7);
        long newest = admitted(GREEN, 7);
        for (long campaign : ALL) {
            Decided decided = decide(campaign, 7);
            assertThat(decided.outcomes()).containsExactly(new Admission.AlreadyHolding(newest));
            assertThat(decided.earlier())
                    .as("what may still be on its way to the queue")
                    .extracting(ReservationGroup::campaignId)
                    .containsExactly(GREEN);
        }
        admitted(BLUE, 8);
        assertThat(redis.gates.state(BLUE).orElseThrow().remaining()).isEqualTo(19);
    }

    @Test
    void shouldAdmitAUserOfAGroupWithinWhatSiblingsLeave() {
        admitted(BLUE, 7);
        assertThat(decide(RED, 7, 7, 7).admitted().orElseThrow().reservations()).hasSize(1);
    }

    @Test
    void shouldKeepTheLimitHoweverManyVariantsAreClickedAtOnce() {
        List<CompletableFuture<Decided>> clicks = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            ALL.forEach(campaign -> clicks.add(clicked(campaign, 1, 2, 3, 4)));
        }
        long admitted = clicks.stream()
                .flatMap(click -> click.join().admitted().stream())
                .mapToLong(group -> group.reservations().size())
                .sum();
        assertThat(admitted).isEqualTo(4 * 2);
        assertThat(ALL.stream()
                        .mapToLong(id -> redis.gates.state(id).orElseThrow().holders())
                        .sum())
                .isEqualTo(4 * 2);
    }

    @Test
    void shouldLetAUserBuyAnotherVariantOnceAUnitIsBack() {
        long red = admitted(RED, 7);
        long green = admitted(GREEN, 7);
        assertThat(admit(BLUE, 7)).isEqualTo(new Admission.AlreadyHolding(green));
        assertThat(redis.gates.release(RED, List.of(new Hold(7, red, true)))).containsExactly(Release.RELEASED);
        admitted(BLUE, 7);
    }

    @Test
    void shouldWarmUpWhileASiblingCannotBeBelieved() {
        NotReady warmingUp = new NotReady(Cause.REBUILDING);
        String run = gate(GREEN).put("runId", "another");
        assertThat(admit(RED, 7)).isEqualTo(warmingUp);
        gate(GREEN).put("runId", run);
        gate(GREEN).put("lease", "of a rebuild");
        assertThat(admit(RED, 7)).isEqualTo(warmingUp);
        gate(GREEN).remove("lease");
        admitted(RED, 7);
        redis.delete(redis.keys.holders(GREEN));
        assertThat(admit(BLUE, 8)).isEqualTo(warmingUp);
        redis.delete(redis.keys.gate(GREEN));
        assertThat(admit(BLUE, 8)).isEqualTo(warmingUp);
        assertThat(admit(GREEN, 8)).isEqualTo(new NotReady(Cause.MISSING));
        assertThat(redis.gates.state(BLUE).orElseThrow().remaining()).isEqualTo(20);
    }

    @Test
    void shouldKnowTheHoldersOfARebuiltSibling() {
        Stream<Held> held =
                Stream.of(new Held(7, 16 * 100 + Shards.of(GREEN)), new Held(7, 16 * 101 + Shards.of(GREEN)));
        assertThat(StockGateRebuild.begin(redis.gates, GREEN).reopen(member(GREEN, 20, 2), 18, 0, held))
                .isTrue();
        assertThat(admit(RED, 7)).isEqualTo(new Admission.AlreadyHolding(16 * 101 + Shards.of(GREEN)));
        admitted(RED, 8);
        assertThat(redis.gates.campaign(GREEN)).contains(sameTime(member(GREEN, 20, 2)));
    }

    /** With the times of the gate, which are of another moment. */
    private Campaign sameTime(Campaign one) {
        Campaign known = redis.gates.campaign(one.id()).orElseThrow();
        return new Campaign(
                one.id(),
                1,
                known.opensAt(),
                known.closesAt(),
                one.totalStock(),
                one.terms(),
                one.perUser(),
                false,
                1,
                false,
                one.siblings());
    }

    @Test
    void shouldForgetTheFamilyWhenAGateIsOpenedWithout() {
        admitted(RED, 7);
        admitted(GREEN, 7);
        redis.open(campaign(BLUE, 5));
        admitted(BLUE, 7);
        assertThat(redis.gates.campaign(BLUE).orElseThrow().siblings()).isEmpty();
    }

    @Test
    void shouldHaveAllSiblingsInOneShard() {
        Campaign one = campaign(1);
        assertThatThrownBy(() -> new Campaign(
                        RED, 1, one.opensAt(), one.closesAt(), 1, "", 1, false, 1, false, List.of(RED + 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
