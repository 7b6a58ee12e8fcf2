package io.flashsale.locklab.scenario;

import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client of the scheme: somebody who acts in a worker process, on a thread of their own, one operation at a time. What they
 * are told here they do there; each call returns at once, except those that wait for something.
 */
public final class Client {

    private final String name;
    private final Worker process;
    private boolean acting;
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

    /** An exception will be thrown in them when they reach this step next. */
    public Client throwAt(String step) {
        process.say("throw", name, step);
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
        ending = null;
        return this;
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
        if (news.getFirst().equals("done")) {
            ended(news);
            return false;
        }
        if (!news.get(2).equals(step)) {
            throw new ScenarioException(name + " is at " + news.get(2) + ", not at " + step);
        }
        return true;
    }

    /** They go on from where they stand still. */
    public Client goOn() {
        process.say("go", name);
        return this;
    }

    /** Waits for the end of what they do. */
    public Outcome outcome() {
        List<String> news = ending != null ? ending : process.awaitNews(name, "to end");
        if (!news.getFirst().equals("done")) {
            throw new ScenarioException(name + " stands at " + news.get(2) + " instead of ending");
        }
        ended(news);
        return Outcome.valueOf(news.get(2));
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
