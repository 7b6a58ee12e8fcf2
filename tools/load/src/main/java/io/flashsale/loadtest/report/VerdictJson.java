package io.flashsale.loadtest.report;

import io.flashsale.loadtest.results.Tally;
import io.flashsale.loadtest.verdict.RunVerdict;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The verdict for programs; times are in milliseconds, ids are strings. */
final class VerdictJson {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private VerdictJson() {}

    static String of(RunFacts facts, RunVerdict verdict) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("outcome", verdict.outcome().name());
        json.put("exitStatus", verdict.outcome().exitStatus());
        json.put("summary", verdict.summary());
        json.put("reasons", verdict.reasons());
        json.put("notes", verdict.notes());
        json.put("remarks", facts.notes());
        json.put("plan", facts.plan().title());
        json.put("target", facts.target().title());
        json.put("saleId", facts.sale().id());
        json.put("stock", facts.sale().stock());
        json.put("environment", facts.environment());
        Tally tally = facts.tally();
        if (tally != null) {
            json.put("clients", clients(tally));
            json.put("latencyMillis", tally.latency());
        }
        json.put("audit", facts.audit());
        if (tally != null) {
            json.put("bucketMillis", tally.sliceMillis());
            json.put("buckets", tally.slices());
        }
        json.put("records", facts.seen());
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }

    private static Map<String, Object> clients(Tally tally) {
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("clicks", tally.clicks());
        counts.put("users", tally.users().size());
        counts.put("accepted", tally.accepted().size());
        counts.put("refused", tally.refused());
        counts.put("unexpected", tally.unexpected());
        counts.put("indeterminate", tally.indeterminate());
        counts.put("contradictions", tally.contradictions());
        return counts;
    }
}
