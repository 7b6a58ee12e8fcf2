package io.flashsale.loadtest;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Describes where and how a run was made, for the report. */
final class Environment {

    private Environment() {}

    static Map<String, String> of(LoadTestOptions options, List<String> arguments, JMeterHome jmeter) {
        Runtime machine = Runtime.getRuntime();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("command", command(arguments, options.password()));
        facts.put(
                "date",
                DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                        ZonedDateTime.now().truncatedTo(ChronoUnit.SECONDS)));
        facts.put("host", options.host().toString());
        facts.put("users", String.valueOf(options.load().users()));
        facts.put("threads", String.valueOf(options.load().threads()));
        facts.put("ramp", options.load().ramp() + " s");
        facts.put("clicks each", "up to " + options.load().clicks());
        facts.put("JMeter", jmeter.version());
        facts.put("Java", Runtime.version() + ", " + Objects.toString(System.getProperty("java.vendor"), ""));
        facts.put(
                "machine that clicked",
                "%s %s, %d processors"
                        .formatted(
                                System.getProperty("os.name"),
                                System.getProperty("os.arch"),
                                machine.availableProcessors()));
        return facts;
    }

    /** Returns the command line as typed, without the administrator's password. */
    static String command(List<String> arguments, String password) {
        String typed = String.join(" ", arguments);
        return "jmeter/run "
                + (arguments.stream().anyMatch(argument -> argument.startsWith("--admin"))
                        ? typed.replace(":" + password, ":***")
                        : typed);
    }
}
