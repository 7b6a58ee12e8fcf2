package io.flashsale.simulation.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A script that lacks a guard or a write is found out: each by one of the same sequences. */
@Tag("long")
class ChangedScriptsTests {

    private static final int SEQUENCES = 10_000;
    private static final int LENGTH = 80;

    /** Guards that are no conditions of their own. */
    private static final List<ScriptChange> NAMED = List.of(
            ScriptChange.of("reserve", "before = before or here == reservation", "before = false"),
            ScriptChange.of("reserve", "free or (not here and places[n])", "free or places[n]"),
            ScriptChange.of("reserve", "(#one > #newest or #one == #newest and one > newest)", "one > newest"),
            ScriptChange.of("reserve", "units < limit and free", "free"),
            ScriptChange.of("reserve", " + (here and 1 or 0)", ""),
            ScriptChange.of("reserve", " + (there[places[n]] and 1 or 0)", ""),
            ScriptChange.of("reserve", "newest = newer(there[places[n]], newest)", ""),
            ScriptChange.of("reserve", "areSiblingsOfThisRun() and ", ""),
            ScriptChange.of("reserve", "remaining = remaining - 1", ""),
            ScriptChange.of("reserve", "holds[free] = reservation", ""),
            ScriptChange.of("reserve", "return areTicketsKnown() and", "return"),
            ScriptChange.of("reserve", " and runId == presentRun()", ""),
            ScriptChange.of("reserve", ", 'EX', ARGV[2])", ")"),
            ScriptChange.of("reserve", "string.match(terms, '\"priceCents\":(%d+)') or price", "price"),
            ScriptChange.of("reserve/repetition", "return not isRepetition and redis", "return redis"),
            ScriptChange.of("reserve/repetition", "not isRepetition and redis.call('EXISTS', overtaken) == 1", "false"),
            ScriptChange.of("reserve/repetition", "return isRepetition and redis", "return redis"),
            ScriptChange.of(
                    "reserve/repetition", "isRepetition and redis.call('EXISTS', KEYS[FIXED + i]) == 1", "false"),
            ScriptChange.of("reserve/repetition", ", 'EX', OVERTAKEN_KEPT)", ")"),
            ScriptChange.of("reserve/tickets", "return not byTicket or redis", "return redis"),
            ScriptChange.of(
                    "reserve/tickets",
                    "not byTicket or redis.call('HGET', KEYS[1] .. ':entry', 'runId') == runId",
                    "true"),
            ScriptChange.of("reserve/waiting-list", "return waiting == '1' and (not offer", "return (not offer"),
            ScriptChange.of("reserve/waiting-list", "not offer or ", ""),
            ScriptChange.of("reserve/waiting-list", " or offer == 'USED'", ""),
            ScriptChange.of("reserve/barring", "return latest and now < tonumber(latest) and latest", "return latest"),
            ScriptChange.of("forget", "string.match(entry[2][8] or '', '^%d+') == ARGV[i + 1]", "true"),
            ScriptChange.of("forget", "entry[2][8] or ''", "entry[2][8]"),
            ScriptChange.of("late", "math.min(MAX, redis.call('LLEN', KEYS[2]))", "MAX"),
            ScriptChange.of("lead", ", 'PX', ARGV[2])", ")"),
            ScriptChange.of("move-in", "'NX', ", ""),
            ScriptChange.of("move-in", ", 'EX', 3600)", ")"),
            ScriptChange.of("move-out", " .. epoch, 'EX', 3600)", " .. epoch)"),
            ScriptChange.of("move-back", "'0', 'EX', 3600)", "'0')"),
            ScriptChange.of("overdue", "inFuture and '(' .. after or ", ""),
            ScriptChange.of("overdue", "'(' .. after, string", "after, string"),
            ScriptChange.of("setaside", ", unpack(entry[2])", ""),
            ScriptChange.of("shard", "redis.call('GET', KEYS[1]) == run and '1' or '0'", "'1'"),
            ScriptChange.of("shared/run", "promotion == knownPromotion or ", ""),
            ScriptChange.of("shared/run", " or not string.find(promotion, '[^0]')", ""),
            ScriptChange.of("state", "lease and '1' or '0'", "'0'"),
            ScriptChange.of("state", "runId == run and '1' or '0'", "'1'"),
            ScriptChange.of("entry/clear", "and (making or '') ~= ARGV[3]", ""),
            ScriptChange.of("entry/enter", "'(' .. string.format('%.0f', now), '+inf'", "'-inf', '+inf'"),
            ScriptChange.of("entry/look", "redis.call('ZCOUNT', KEYS[3], '(' .. now, '+inf') +", ""),
            ScriptChange.of("entry/look", " + redis.call('ZCOUNT', KEYS[4], '(' .. now, '+inf')", ""),
            ScriptChange.of("entry/look", "KEYS[3], '(' .. now,", "KEYS[3], '-inf',"),
            ScriptChange.of("entry/look", "KEYS[4], '(' .. now,", "KEYS[4], '-inf',"),
            ScriptChange.of("entry/step", " - redis.call('ZCARD', KEYS[3])", ""),
            ScriptChange.of("entry/step", " - redis.call('ZCARD', KEYS[4])", ""),
            ScriptChange.of("entry/take", "issued and at ~= ARGV[5]", "issued"),
            ScriptChange.of("entry/take", "'(' .. ms(now), '+inf'", "'-inf', '+inf'"));

    /** Changes that no caller and no later script can notice, with the reason. */
    private static final Map<String, String> WITHOUT_EFFECT = Map.ofEntries(
            Map.entry("load: limit == 1 → false", "the other branch does the same, more slowly"),
            Map.entry("shared/run: isMaster → true", "a replica refuses the writes, and the script goes on"),
            Map.entry("entry/strain: at and → nothing", "each line was written by this script"),
            Map.entry("move-back: not units or → nothing", "then the epoch is nil, and no gate has that"),
            Map.entry("move-out: not epoch or → nothing", "a gate without an epoch has no units"),
            Map.entry("reserve: not epoch or → nothing", "a gate without an epoch has no field remaining"),
            Map.entry("reserve: not remaining or → nothing", "a gate with an epoch has the field remaining"),
            Map.entry("reserve: #users == 0 and → nothing", "asks again for each of the group, and hears the same"),
            Map.entry("reserve/once: name == '' → false", "no request is remembered by the empty name"),
            Map.entry(
                    "reserve/late-holders: redis.call('LTRIM', KEYS[4], -MAX_LATE, -1) → nothing",
                    "no sequence has 5,000 late holders"));

    private static final List<List<Step>> MADE = new ArrayList<>();

    @Test
    void scriptsAreJoinedHereAsTheServicesJoinThem() {
        assertThat(Scripts.NAMES).hasSizeGreaterThan(30);
        for (String script : Scripts.NAMES) {
            assertThat(Scripts.UNCHANGED.joined(script)).isEqualTo(Scripts.UNCHANGED.text(script));
        }
    }

    static Stream<ScriptChange> changes() {
        return Stream.of(
                        ScriptChange.conditionsReplacedBy(false),
                        ScriptChange.conditionsReplacedBy(true),
                        ScriptChange.conditionsWithoutAnOperand(),
                        ScriptChange.missingWrites(),
                        NAMED.stream())
                .flatMap(some -> some);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void isFound(ScriptChange change) {
        if (WITHOUT_EFFECT.containsKey(change.name())) {
            assertThat(isFoundByOneOf(SEQUENCES / 50, change))
                    .as("has an effect after all: %s", change)
                    .isFalse();
        } else {
            assertThat(isFoundByOneOf(SEQUENCES, change))
                    .as("is not found: %s", change)
                    .isTrue();
        }
    }

    @Test
    void eachChangeWithoutEffectIsStillPossible() {
        assertThat(changes().map(ScriptChange::name)).containsAll(WITHOUT_EFFECT.keySet());
    }

    private static boolean isFoundByOneOf(int sequences, ScriptChange change) {
        StateMachine machine = new StateMachine(Scripts.with(change.file(), change.text()));
        return IntStream.rangeClosed(1, sequences)
                .anyMatch(seed -> machine.difference(sequence(seed)).isPresent());
    }

    /** Nearly each change is found by one of the first sequences, so these are made only once. */
    private static List<Step> sequence(int seed) {
        if (seed > MADE.size()) {
            MADE.add(Sequences.of(seed, LENGTH));
        }
        return MADE.get(seed - 1);
    }
}
