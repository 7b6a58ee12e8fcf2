package io.flashsale.locklab.scenario;

import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client of the scheme: somebody who acts in a worker process, on a thread of their own, one operation at a time. What they
 * are told here they do there; each call returns at once, except those that wait for something.
 */
public final class Client {

    private static final Set<Outcome> REFUSALS = Set.of(Outcome.BUSY, Outcome.REFUSED);

    private final String name;
    private final Worker process;
    private boolean acting;
    private boolean wants;
    private boolean served;
    private boolean excused;
    private String standing = "";
    private String fault = "";
    private @Nullable List<String> ending;

    Client(String name, Worker process) {
        this.name = name;
        this.process = process;
    }

    public String name() {
        return name;
    }

    /** The process in which they are. */
    public Worker process() {
        return process;
    }

    /** They will stand still when they reach this step next. */
    public Client holdAt(String step) {
        process.say("hold", name, step);
        return this;
    }

    /** They begin to buy one unit. */
    public Client begin() {
        return begin(Operations.BUY);
    }

    /** They begin with an operation of the case. */
    public Client begin(String operation) {
        process.say("operation", name, operation);
        acting = true;
        wants |= operation.startsWith(Operations.BUY);
        ending = null;
        return this;
    }

    /** Whether they have begun with something, and were not seen to end it. */
    public boolean isActing() {
        return acting;
    }

    /** Whether they have reached a step or ended, and this was not asked for yet. */
    public boolean hasNews() {
        return process.hasNews(name);
    }

    /** Whether they stand still or have ended, whoever has asked for it. */
    public boolean isThere() {
        return !acting || !standing.isEmpty() || hasNews();
    }

    /** Whether they have begun with something, and their thread stands still within its JVM; not where a step holds them. */
    boolean isParked() {
        return acting && standing.isEmpty() && !hasNews() && process.isParked(name) && !hasNews();
    }

    /** It is right if they end without what they wanted to buy. */
    public Client needNotBeServed() {
        excused = true;
        return this;
    }

    /** Whether they wanted to buy, and did not get anything. */
    boolean leavesEmptyHanded() {
        return wants && !served && !excused && process.isRunning();
    }

    /** Waits until they stand still at this step. */
    public Client awaitAt(String step) {
        if (!arrivesAt(step)) {
            throw new ScenarioException(name + " ended without reaching " + step + " " + fault);
        }
        return this;
    }

    /** Waits until they stand still at this step, which is true, or have ended without reaching it. */
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
     * They stand still at this step, in the end: they do so already, or wait to get there, or have been refused and try once
     * more. False if they end without reaching it.
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

    /** They go on from where they stand still. */
    public Client goOn() {
        standing = "";
        process.say("go", name);
        return this;
    }

    /** An exception is thrown in them where they stand still. */
    public Client goOnWithAnException() {
        standing = "";
        process.say("raise", name);
        return this;
    }

    /** Waits for the end of what they do. */
    public Outcome outcome() {
        List<String> news = ending != null ? ending : process.awaitNews(name, "to end");
        process.look();
        if (!news.getFirst().equals("done")) {
            throw new ScenarioException(name + " stands at " + news.get(2) + " instead of ending");
        }
        ended(news);
        return Outcome.valueOf(news.get(2));
    }

    /** Whether they have ended because somebody else was first. */
    boolean wasRefused() {
        List<String> end = ending;
        return end != null && REFUSALS.contains(Outcome.valueOf(end.get(2)));
    }

    /** They buy one unit, and this waits for the end of it. */
    public Outcome buy() {
        return begin().outcome();
    }

    /** The message of the exception that the last operation ended with; empty if it ended without. */
    public String fault() {
        return fault;
    }

    private void ended(List<String> news) {
        acting = false;
        standing = "";
        served |= news.get(2).equals(Outcome.TAKEN.name());
        ending = news;
        fault = news.size() > 3 ? Worker.decode(news.get(3)) : "";
    }

    /** They stand still nowhere any more. */
    void free() {
        if (process.isRunning()) {
            process.say("free", name);
        }
    }

    /** Waits until they have ended, at the end of the run. */
    void dismiss() {
        while (process.isRunning() && acting) {
            List<String> news = process.awaitNews(name, "to leave");
            if (news.getFirst().equals("done")) {
                ended(news);
            }
        }
    }
}
