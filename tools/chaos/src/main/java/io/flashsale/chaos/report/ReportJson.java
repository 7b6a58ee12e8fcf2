package io.flashsale.chaos.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes the report as JSON; times are in milliseconds. */
final class ReportJson {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ReportJson() {}

    static String of(Map<String, String> environment, List<RoundResult> results) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("holds", results.stream().allMatch(RoundResult::holds));
        json.put("summary", ChaosReport.summary(results));
        json.put("environment", environment);
        json.put("rounds", results.stream().map(ReportJson::round).toList());
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json);
    }

    private static Map<String, Object> round(RoundResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("round", result.number());
        json.put("holds", result.holds());
        json.put("violations", result.violations());
        json.put("healedAfter", result.healedAfter());
        json.put("convergedAfter", result.convergedAfter());
        json.put("admittedLosses", result.admittedLosses());
        json.put("rejectedAfterwards", result.rejectedAfterwards());
        json.put("faults", result.injected());
        json.put("outcomes", result.history().counts());
        json.put("perSecond", result.history().perSecond());
        json.put("command", result.command());
        return json;
    }
}
