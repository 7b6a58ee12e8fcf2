package io.flashsale.locklab.stage;

import io.flashsale.locklab.scheme.Acts;
import io.flashsale.locklab.scheme.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who acts in a worker process, on a thread of their own, one act at a time. What they are told here they do
 * there; each call returns at once, except those that wait for something.
 */
public final class Person {

    private final String name;
    private final Worker process;
    private boolean acting;
    private String fault = "";
    private @Nullable List<String> ending;

    Person(String name, Worker process) {
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
    public Person holdAt(String step) {
        process.say("hold", name, step);
        return this;
    }

    /** An exception will be thrown in them when they reach this step next. */
    public Person throwAt(String step) {
        process.say("throw", name, step);
        return this;
    }

    /** They begin to buy one unit. */
    public Person begin() {
        return begin(Acts.BUY);
    }

    /** They begin with an act of the case. */
    public Person begin(String act) {
        process.say("act", name, act);
        acting = true;
        ending = null;
        return this;
    }

    /** Waits until they stand still at this step. */
    public Person awaitAt(String step) {
        if (!arrivesAt(step)) {
            throw new StageException(name + " ended without reaching " + step + " " + fault);
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
            throw new StageException(name + " is at " + news.get(2) + ", not at " + step);
        }
        return true;
    }

    /** They go on from where they stand still. */
    public Person goOn() {
        process.say("go", name);
        return this;
    }

    /** Waits for the end of what they do. */
    public Outcome outcome() {
        List<String> news = ending != null ? ending : process.awaitNews(name, "to end");
        if (!news.getFirst().equals("done")) {
            throw new StageException(name + " stands at " + news.get(2) + " instead of ending");
        }
        ended(news);
        return Outcome.valueOf(news.get(2));
    }

    /** They buy one unit, and this waits for the end of it. */
    public Outcome buy() {
        return begin().outcome();
    }

    /** The message of the exception that the last act ended with; empty if it ended without. */
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

    /** Waits until they have ended, at the end of the play. */
    void dismiss() {
        while (process.isRunning() && acting) {
            List<String> news = process.awaitNews(name, "to leave the stage");
            if (news.getFirst().equals("done")) {
                ended(news);
            }
        }
    }
}
