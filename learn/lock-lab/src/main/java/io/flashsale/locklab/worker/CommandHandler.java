package io.flashsale.locklab.worker;

import io.flashsale.locklab.CaseCatalogue;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.own.OwnScheme;
import io.flashsale.locklab.own.OwnSchemes;
import io.flashsale.locklab.scheme.FailPoints;
import io.flashsale.locklab.scheme.Operations;
import io.flashsale.locklab.scheme.Outcome;
import io.flashsale.locklab.scheme.SchemeContext;
import io.flashsale.locklab.trace.Trace;
import io.flashsale.locklab.trace.TraceStep.Kind;
import io.flashsale.locklab.zookeeper.ZooKeeperSession;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs the commands of a scenario one after the other; see {@link WorkerMain}. */
final class CommandHandler {

    private final Consumer<String> say;
    private final FailPointWatch steps;
    private final CommandGate gate;
    private final Map<String, Thread> clients = new HashMap<>();
    private @Nullable OpenCase open;

    CommandHandler(Consumer<String> say) {
        this.say = say;
        this.steps = new FailPointWatch((client, step) -> say.accept("at " + client + " " + step));
        this.gate = new CommandGate(say);
        FailPoints.watchedBy(steps);
        Trace.gatedBy(gate);
    }

    /** An open case: its scheme, what the scheme was made with, and the item on sale. */
    record OpenCase(Operations operations, SchemeContext context, String item) {

        /** Performs the operation and records what was sold to whom; the time counts from the first attempt. */
        Outcome perform(String operation, String client, long sinceNanos) throws Exception {
            Trace.note(Kind.BEGINS, operation, "");
            Outcome outcome = tried(operation);
            switch (outcome) {
                case TAKEN -> context.resource().sold(item, client, (System.nanoTime() - sinceNanos) / 1_000);
                case BUSY, REFUSED -> FailPoints.hit(FailPoints.REFUSED);
                case DONE, SOLD_OUT, FAILED -> {}
            }
            return outcome;
        }

        private Outcome tried(String operation) throws Exception {
            String answer = "";
            try {
                Outcome outcome = operations.perform(operation, item);
                answer = outcome.name();
                return outcome;
            } catch (Exception e) {
                answer = Outcome.FAILED + " " + e.getMessage();
                throw e;
            } finally {
                Trace.note(Kind.ENDS, operation, answer);
            }
        }
    }

    void hear(String line) {
        String[] words = line.split(" ");
        try {
            switch (words[0]) {
                case "open" -> open(words);
                case "fill" -> {
                    OpenCase opened = opened();
                    opened.operations().stock().fill(opened.item(), Integer.parseInt(words[1]));
                    say.accept("filled");
                }
                case "trace" -> trace(Integer.parseInt(words[1]), words[2]);
                case "left" ->
                    say.accept("left " + opened().operations().stock().left(opened().item()));
                case "operation" -> operation(opened(), words[1], words[2]);
                case "hold" -> steps.hold(words[1], words[2]);
                case "go" -> steps.go(words[1]);
                case "raise" -> steps.raise(words[1]);
                case "free" -> {
                    gate.free(words[1]);
                    steps.free(words[1]);
                }
                case "step" -> gate.step(words[1]);
                case "next" -> gate.next(words[1]);
                case "interrupt" -> interrupt(words[1]);
                case "state" -> say.accept("state " + stateOf(words[1]));
                case "crowd" ->
                    new BuyerCrowd(opened(), say)
                            .send(Integer.parseInt(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]));
                case "counts" ->
                    say.accept("counts"
                            + counts().entrySet().stream()
                                    .map(count -> " " + count.getKey() + "=" + count.getValue())
                                    .collect(Collectors.joining()));
                case "close" -> {
                    close();
                    say.accept("closed");
                }
                default -> throw new IllegalArgumentException("what is " + line + "?");
            }
        } catch (Exception | LinkageError e) { // a learner's class may lack what the lab calls
            e.printStackTrace();
            say.accept("failed " + encode(e));
        }
    }

    private void open(String[] words) throws Exception {
        close();
        Map<String, String> settings = new HashMap<>();
        Arrays.stream(words).skip(3).forEach(word -> {
            int equals = word.indexOf('=');
            settings.put(
                    word.substring(0, equals), URLDecoder.decode(word.substring(equals + 1), StandardCharsets.UTF_8));
        });
        SchemeContext context = new SchemeContext(settings);
        Operations operations = factoryOf(words[1]).create(context);
        open = new OpenCase(operations, context, words[2]);
        steps.reset();
        gate.reset(context.setting("resource"));
        steps.alsoStopAt(words[1].equals(OwnScheme.ID) ? gate : null);
        say.accept("opened");
    }

    private static Case.SchemeFactory factoryOf(String id) {
        return id.equals(OwnScheme.ID)
                ? OwnSchemes::open
                : CaseCatalogue.find(id).orElseThrow().factory();
    }

    private void trace(int atMost, String shownClass) {
        Trace.begin(atMost, shownClass, step -> say.accept("step " + step.line()));
    }

    private OpenCase opened() {
        OpenCase present = open;
        if (present == null) {
            throw new IllegalStateException("no case is open");
        }
        return present;
    }

    private void operation(OpenCase with, String client, String operation) {
        long begin = System.nanoTime();
        clients.put(client, Thread.ofPlatform().daemon().name(client).start(() -> {
            try {
                say.accept("done " + client + " " + with.perform(operation, client, begin));
            } catch (Exception | LinkageError e) {
                say.accept("done " + client + " " + Outcome.FAILED + " " + encode(e));
            }
        }));
    }

    private void interrupt(String client) {
        Thread thread = clients.get(client);
        if (thread != null) {
            thread.interrupt();
        }
    }

    private Thread.State stateOf(String client) {
        Thread thread = clients.get(client);
        if (thread == null) {
            return Thread.State.NEW;
        }
        Thread.State state = thread.getState();
        return ZooKeeperSession.isAsked(thread) ? Thread.State.RUNNABLE : state;
    }

    /** How often each step was reached; and how many clients the JVM reports as blocked, if there are any. */
    private Map<String, Long> counts() {
        Map<String, Long> all = steps.counts();
        long blocked = clients.values().stream()
                .filter(thread -> thread.getState() == Thread.State.BLOCKED)
                .count();
        if (blocked > 0) {
            all.put("blocked", blocked);
        }
        return all;
    }

    private void close() {
        Trace.end();
        OpenCase present = open;
        open = null;
        clients.clear();
        if (present != null) {
            present.operations().close();
            present.context().close();
        }
    }

    static String encode(Throwable e) {
        return URLEncoder.encode(e.toString(), StandardCharsets.UTF_8);
    }
}
