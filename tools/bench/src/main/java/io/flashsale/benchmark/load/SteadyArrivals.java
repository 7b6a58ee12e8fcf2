package io.flashsale.benchmark.load;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.responseTimeInMillis;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * A Gatling simulation with an open model: shoppers arrive at a fixed rate, whether or not earlier ones were
 * answered.
 *
 * <p>So every shopper who arrives during a stall sees it. Each reserves once. It writes one response time in
 * milliseconds per line, or -1 for an answer other than 202.
 *
 * <p>The first quarter of the time, during which the rate rises, does not count, because Gatling itself is compiled
 * then.
 */
public final class SteadyArrivals extends Simulation {

    private static final String TOKEN = "token";
    private static final String MILLIS = "millis";

    /** The ramp begins at this share of the rate. */
    private static final double SLOW = 0.1;

    private final Queue<Integer> times = new ConcurrentLinkedQueue<>();
    private final int seconds = Integer.getInteger("bench.seconds");
    private final int rate = Integer.getInteger("bench.rate");
    private final int rampUp = Math.max(1, seconds / 4); // Gatling rejects a ramp of zero seconds
    private final long first = (long) (rate * (1 + SLOW) / 2 * rampUp);
    private final Path output = Path.of(System.getProperty("bench.output"));

    public SteadyArrivals() throws IOException {
        Iterator<Map<String, Object>> tokens;
        try (Stream<String> lines = Files.lines(Path.of(System.getProperty("bench.tokens")))) {
            tokens = lines.map(token -> Map.<String, Object>of(TOKEN, token))
                    .toList()
                    .iterator();
        }
        setUp(scenario("reserve")
                        .feed(tokens)
                        .exec(http("reserve")
                                .post(System.getProperty("bench.path"))
                                .header("Authorization", "Bearer #{" + TOKEN + "}")
                                .check(status().is(202))
                                .check(responseTimeInMillis().saveAs(MILLIS)))
                        .exec(session -> {
                            if (session.isFailed()) {
                                times.add(-1);
                            } else if (session.userId() > first) {
                                times.add(session.getInt(MILLIS));
                            }
                            return session;
                        })
                        .injectOpen(
                                rampUsersPerSec(SLOW * rate).to(rate).during(rampUp),
                                constantUsersPerSec(rate).during(seconds - rampUp)))
                .protocols(http.baseUrl(System.getProperty("bench.url")).shareConnections());
    }

    @Override
    public void after() {
        try {
            Files.write(output, times.stream().map(String::valueOf).toList());
        } catch (IOException e) {
            throw new IllegalStateException("Cannot write " + output, e);
        }
    }
}
