package io.flashsale.loadtest;

import io.flashsale.loadtest.report.RunFacts.Sale;
import io.flashsale.loadtest.results.SampleOutcome;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The properties that a plan's {@code .jmx} file reads, as listed in jmeter/README.md. */
final class PlanProperties {

    /** Clicks with which JMeter warms itself up, over all threads. */
    private static final int WARM_UP_CLICKS = 5_000;

    private PlanProperties() {}

    /** Makes JMeter click for a while on a separate sale before it begins. */
    static Map<String, String> ofWarmUp(LoadTestOptions options, String sale) {
        int threads = options.load().threads();
        return Map.of(
                "warmUpThreads", String.valueOf(threads),
                "warmUps", String.valueOf(Math.ceilDiv(WARM_UP_CLICKS, threads)),
                "warmUpPath", options.target().clickPath(sale));
    }

    static Map<String, String> of(LoadTestOptions options, Sale sale, Path shoppers, String adminToken) {
        LoadProfile load = options.load();
        Map<String, String> properties = new HashMap<>();
        properties.put("protocol", options.host().getScheme());
        properties.put("host", options.host().getHost());
        properties.put("port", String.valueOf(options.port()));
        properties.put("prefix", options.target().prefix());
        properties.put("sale", sale.id());
        properties.put("usersFile", shoppers.toString());
        properties.put("users", String.valueOf(load.users()));
        properties.put("stock", String.valueOf(sale.stock()));
        properties.put("threads", String.valueOf(load.threads()));
        properties.put("ramp", String.valueOf(load.ramp()));
        properties.put("limit", String.valueOf(options.limit()));
        properties.put("clicks", String.valueOf(load.clicks()));
        properties.put("barrier", String.valueOf(60_000 + load.ramp() * 1_000));
        properties.put("restocks", String.valueOf(TestPlan.RESTOCKS));
        properties.put("add", String.valueOf(TestPlan.UNITS_PER_RESTOCK));
        properties.put("adminToken", adminToken);
        properties.put(
                "sample_variables", "userId,orderId,problem" + (options.plan().waits() ? ",number,place" : ""));
        properties.put("summariser.interval", "5");
        properties.put("jmeter.reportgenerator.sample_filter", "^(?!" + SampleOutcome.WARM_UP + "$).*");
        properties.put(
                "jmeter.reportgenerator.report_title",
                "flash-sale: " + options.plan().title());
        return properties;
    }
}
