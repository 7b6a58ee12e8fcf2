package io.flashsale.locklab.scenario;

import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client of the scheme. It acts in a worker process, on its own thread, one operation at a time. Each method
 * returns at once, except those that say that they wait.
 */
public final class Client {

    /** The message of the exception that a scenario throws in a client. */
    public static final String THROWN_BY_THE_SCENARIO = "thrown by the scenario at ";

    private static final Set<Outcome> REFUSALS = Set.of(Outcome.BUSY, Outcome.REFUSED);

    private final String name;
    private final Worker process;
    private boolean acting;
    private boolean wants;
    private boolean served;
    private boolean excused;
    private String standing = "";
    private String fault = "";
    private String exception = "";
    private @Nullable List<String> ending;

    Client(String name, Worker process) {
        this.name = name;
        this.process = process;
    }

    public String name() {
        return name;
    }

    public Worker process() {
        return process;
    }

    /** Holds it when it next reaches this step. */
    public Client holdAt(String step) {
        process.say("hold", name, step);
        return this;
    }

    /** Starts buying one unit. */
    public Client begin() {
        return begin(Operations.BUY);
    }

    /** Starts an operation of the case. */
    public Client begin(String operation) {
        process.say("operation", name, operation);
        acting = true;
        wants |= operation.startsWith(Operations.BUY);
        ending = null;
        return this;
    }

    /** Whether it has started an operation that has not been seen to end. */
    public boolean isActing() {
        return acting;
    }

    /** Whether it has reached a step or ended, and the script has not asked for this yet. */
    public boolean hasNews() {
        return process.hasNews(name);
    }

    /** Whether it is held at a step or has ended, even if the script has already asked. */
    public boolean isThere() {
        return !acting || !standing.isEmpty() || hasNews();
    }

    /** Whether it is acting and its thread is parked in its JVM. Being held at a step does not count. */
    boolean isParked() {
        return acting && standing.isEmpty() && !hasNews() && process.isParked(name) && !hasNews();
    }

    /** Allows it to end without a unit. */
    public Client needNotBeServed() {
        excused = true;
        return this;
    }

    /** Whether it wanted to buy and got nothing. */
    boolean leavesEmptyHanded() {
        return wants && !served && !excused && process.isRunning();
    }

    /** Waits until it is held at this step. */
    public Client awaitAt(String step) {
        if (!arrivesAt(step)) {
            throw new ScenarioException(name + " ended without reaching " + step + " " + fault);
        }
        return this;
    }

    /** Waits until it is held at this step, and returns true, or has ended without reaching it. */
    public boolean arrivesAt(String step) {
        List<String> news = process.awaitNews(name, "to reach " + step);
        process.look();
        if (news.getFirst().equals("done")) {
            ended(news);
            return false;
        }
        if (!news.get(2).equals(step)) {
            throw new ScenarioException(name + " is at " + news.get(2) + ", not at " + step);
        }
        standing = step;
        return true;
    }

    /**
     * Waits until it is held at this step. It is there already, or on its way, or was refused and retries once.
     * Returns false if it ends without reaching the step.
     */
    public boolean comesTo(String step) {
        if (standing.equals(step)) {
            return true;
        }
        if (!acting) {
            holdAt(step).begin();
        }
        return arrivesAt(step);
    }

    /** Lets it continue from where it is held. */
    public Client goOn() {
        standing = "";
        process.say("go", name);
        return this;
    }

    /** Throws an exception in it where it is held. */
    public Client goOnWithAnException() {
        standing = "";
        process.say("raise", name);
        return this;
    }

    /** Waits for the end of its operation. */
    public Outcome outcome() {
        List<String> news = ending != null ? ending : process.awaitNews(name, "to end");
        process.look();
        if (!news.getFirst().equals("done")) {
            throw new ScenarioException(name + " stands at " + news.get(2) + " instead of ending");
        }
        ended(news);
        return Outcome.valueOf(news.get(2));
    }

    /** Whether it ended because another client was first. */
    boolean wasRefused() {
        List<String> end = ending;
        return end != null && REFUSALS.contains(Outcome.valueOf(end.get(2)));
    }

    /** Buys one unit and waits for the end. */
    public Outcome buy() {
        return begin().outcome();
    }

    /** The exception message of its last operation; empty if it ended without one. */
    public String fault() {
        return fault;
    }

    /** The first exception that it got and that the scenario did not throw; empty if none. */
    String exception() {
        return exception;
    }

    private void ended(List<String> news) {
        acting = false;
        standing = "";
        served |= news.get(2).equals(Outcome.TAKEN.name());
        ending = news;
        fault = news.size() > 3 ? Worker.decode(news.get(3)) : "";
        if (exception.isEmpty() && !fault.contains(THROWN_BY_THE_SCENARIO)) {
            exception = fault;
        }
    }

    /** Releases it and stops holding it anywhere. */
    void free() {
        if (process.isRunning()) {
            process.say("free", name);
        }
    }

    /** Waits at the end of the run until it has ended. */
    void dismiss() {
        while (process.isRunning() && acting) {
            List<String> news = process.awaitNews(name, "to leave");
            if (news.getFirst().equals("done")) {
                ended(news);
            }
        }
    }
}
