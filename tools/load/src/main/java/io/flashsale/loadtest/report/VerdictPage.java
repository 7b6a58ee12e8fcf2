package io.flashsale.loadtest.report;

import com.samskivert.mustache.Template;
import io.flashsale.loadtest.Target;
import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.verdict.Audit;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The verdict as one self-contained file: no script, no network; for light and dark screens and paper.
 * {@code verdict.mustache} defines its looks. Each name there is a method here, or of what such a method returns.
 */
record VerdictPage(
        RunFacts facts,
        RunVerdict verdict,
        boolean dashboard,
        @Nullable Audit audit,
        @Nullable VerdictCharts charts) {

    private static final Template TEMPLATE = PageTemplate.load(VerdictPage.class, "verdict.mustache");

    static VerdictPage of(RunFacts facts, RunVerdict verdict, boolean dashboard) {
        JsonNode audit = facts.audit();
        Tally tally = facts.tally();
        return new VerdictPage(
                facts,
                verdict,
                dashboard,
                audit == null ? null : Audit.of(audit),
                tally == null || tally.slices().isEmpty() ? null : new VerdictCharts(tally, facts.seen()));
    }

    String html() {
        return TEMPLATE.execute(this);
    }

    /** The class of the page's head. */
    String mood() {
        return verdict.outcome().name().toLowerCase(Locale.ROOT);
    }

    String mark() {
        return switch (verdict.outcome()) {
            case PASS -> "✓";
            case FAIL -> "✗";
            case UNMEASURED -> "?";
            case INTERRUPTED -> "■";
        };
    }

    String plan() {
        return facts.plan().title();
    }

    String path() {
        return facts.target() == Target.NAIVE ? "the naive path" : "the real path";
    }

    @Nullable
    Tally tally() {
        return facts.tally();
    }

    boolean surprised() {
        Tally tally = facts.tally();
        return tally != null && tally.unexpectedInAll() + tally.indeterminateInAll() > 0;
    }

    /** One number at the top of the page; it alarms if it should be zero and is not. */
    record Tile(String name, long value, boolean alarm) {

        static Tile of(String name, long value) {
            return new Tile(name, value, false);
        }

        static Tile expectingNone(String name, long value) {
            return new Tile(name, value, value > 0);
        }
    }

    List<Tile> tiles() {
        List<Tile> tiles = new ArrayList<>();
        if (audit != null) {
            tiles.add(Tile.of("units on offer", audit.sale().totalStock()));
            tiles.add(Tile.of("sold", audit.sale().sold()));
            tiles.add(Tile.expectingNone("oversold", audit.sale().oversold()));
        }
        Tally tally = facts.tally();
        if (tally != null) {
            tiles.add(Tile.of("clicks", tally.clicks()));
            tiles.add(Tile.of("accepted", tally.accepted().size()));
            tiles.add(Tile.of("refused", tally.refusedInAll()));
            tiles.add(Tile.expectingNone("unexpected", tally.unexpectedInAll()));
            tiles.add(Tile.of("no answer", tally.indeterminateInAll()));
        }
        if (audit != null && audit.clients() != null) {
            tiles.add(Tile.expectingNone("lost", audit.clients().lost()));
        }
        if (tally != null) {
            tiles.add(Tile.of("clicks per second", Math.round(tally.latency().perSecond())));
            tiles.add(Tile.of("median, ms", tally.latency().p50()));
            tiles.add(Tile.of("95 % within, ms", tally.latency().p95()));
        }
        return tiles;
    }
}
