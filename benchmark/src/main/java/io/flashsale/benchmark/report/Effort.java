package io.flashsale.benchmark.report;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one load took of the processors, as the kernel counted it: a quantity of its own beside the rate.
 *
 * @param answers that the load had
 * @param perSecond its rate
 * @param micros processor time of each answer, by process of the system
 * @param otherMicros the same of whatever else ran: load generator, kernel, the bench itself
 * @param idle share of the time of all processors in which they had nothing to do
 */
public record Effort(double answers, double perSecond, Map<String, Double> micros, double otherMicros, double idle) {

    public Effort {
        micros = new TreeMap<>(micros);
    }

    /** Of all that ran on the machine. */
    public double totalMicros() {
        return systemMicros() + otherMicros;
    }

    /** Of the system alone. */
    public double systemMicros() {
        return micros.values().stream().mapToDouble(it -> it).sum();
    }

    public double micros(String process) {
        return micros.getOrDefault(process, 0.0);
    }

    /** Of several rounds. */
    static Effort mean(List<Effort> rounds) {
        Map<String, Double> micros = rounds.getFirst().micros().keySet().stream()
                .collect(toMap(
                        process -> process,
                        process -> rounds.stream().collect(averagingDouble(round -> round.micros(process)))));
        return new Effort(
                rounds.stream().collect(averagingDouble(Effort::answers)),
                rounds.stream().collect(averagingDouble(Effort::perSecond)),
                micros,
                rounds.stream().collect(averagingDouble(Effort::otherMicros)),
                rounds.stream().collect(averagingDouble(Effort::idle)));
    }
}
