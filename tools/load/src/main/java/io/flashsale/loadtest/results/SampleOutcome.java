package io.flashsale.loadtest.results;

import io.flashsale.loadtest.TestPlan;

/** What one sample means. */
public sealed interface SampleOutcome {

    /** A reservation was answered 202 with the id of its order. */
    record Accepted(String orderId) implements SampleOutcome {}

    /** A reservation was refused for a reason that the plan allows, such as {@code sold-out}. */
    record Refused(String problem) implements SampleOutcome {}

    /** A step around the reservation succeeded. */
    record Done() implements SampleOutcome {}

    /** The system gave an answer that the plan does not allow. */
    record Unexpected(String what) implements SampleOutcome {}

    /** There was no answer, or not in time. Only the databases know whether the click had an effect. */
    record Indeterminate(String why) implements SampleOutcome {}

    /** The label of the clicks that count. */
    String RESERVE = "reserve";

    /** The labels of the steps in a waiting room: enter it, learn the place, and fetch the ticket. */
    String ENTER = "enter";

    String PLACE = "place";

    String TICKET = "ticket";

    /** The label of the clicks with which JMeter warms itself up; they are not counted. */
    String WARM_UP = "warm up";

    static SampleOutcome of(Sample sample, TestPlan plan) {
        boolean reserve = sample.label().equals(RESERVE);
        if (!reserve && !plan.otherLabels().contains(sample.label())) {
            return new Unexpected("a sample '" + sample.label() + "', which the plan does not have");
        }
        if (!sample.code().matches("[1-5][0-9][0-9]")) {
            return new Indeterminate(cause(sample));
        }
        if (!sample.success()) {
            return new Unexpected(description(sample));
        }
        if (!reserve) {
            return new Done();
        }
        if (sample.code().equals("202") && sample.orderId().matches("[0-9]+")) {
            return new Accepted(sample.orderId());
        }
        if (sample.code().matches("40[39]") && plan.refusals().contains(sample.problem())) {
            return new Refused(sample.problem());
        }
        return new Unexpected(description(sample));
    }

    /** JMeter writes {@code Non HTTP response code: java.net.SocketTimeoutException}. */
    private static String cause(Sample sample) {
        String exception = sample.code().replaceAll(".*[.:]", "").strip();
        return sample.label() + ": " + (exception.isEmpty() ? "no answer" : exception);
    }

    private static String description(Sample sample) {
        String answer = sample.label() + ": " + sample.code();
        if (!sample.problem().isEmpty()) {
            return answer + " " + sample.problem();
        }
        return sample.failure().isEmpty() ? answer : answer + ", " + shortened(sample.failure());
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= 120 ? line : line.substring(0, 120) + " …";
    }
}
