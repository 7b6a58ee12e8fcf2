package io.flashsale.locklab.trace;

import io.flashsale.locklab.trace.TraceStep.Kind;
import java.lang.StackWalker.StackFrame;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports what this process's threads do: calls to servers with their responses, and what clients believe. Costs
 * next to nothing while nobody listens.
 */
public final class Trace {

    /** Lanes that are known by name instead of by address. */
    public static final String STOCK = "stock";

    public static final String DATABASE = "database";
    public static final String ZOOKEEPER = "zookeeper";

    private static final String LAB = "io.flashsale.locklab.";

    /** Packages and classes between a scheme and its servers, which are no schemes themselves. */
    private static final List<String> BETWEEN = List.of(
            LAB + "trace.",
            LAB + "client.",
            LAB + "resource.",
            LAB + "worker.",
            LAB + "own.",
            LAB + "scheme.TracedLock",
            LAB + "scheme.FailPoints",
            LAB + "database.Traced",
            LAB + "database.Database",
            LAB + "zookeeper.Traced",
            LAB + "zookeeper.ZooKeeperSession",
            LAB + "zookeeper.ZkClient",
            LAB + "redis.redisson.Traced");

    private static final ThreadLocal<Boolean> CALLING = ThreadLocal.withInitial(() -> false);

    private static volatile @Nullable Tracer present;
    private static volatile Gate gate = (to, text) -> {};

    private Trace() {}

    /** The listener, how many more steps it gets, and the class whose source is shown for the scheme. */
    private record Tracer(Consumer<TraceStep> listener, AtomicInteger left, String shown) {}

    /** A call to a server. */
    @FunctionalInterface
    public interface Call<T, E extends Exception> {
        T get() throws E;
    }

    /** Decides when a call to a server may be made. */
    @FunctionalInterface
    public interface Gate {

        /** Returns when the calling thread may make this call. The caller gets what it throws instead of a response. */
        void pass(String to, Supplier<String> text);
    }

    /** Sets the gate for reported calls. Calls within a call are part of it and do not pass the gate. */
    public static void gatedBy(Gate newGate) {
        gate = newGate;
    }

    /** Reports each step from now on to the listener, up to this many, on the thread that performs it. */
    public static void begin(int atMost, String shownClass, Consumer<TraceStep> listener) {
        present = new Tracer(listener, new AtomicInteger(atMost), shownClass);
    }

    public static void end() {
        present = null;
    }

    public static boolean isOn() {
        return present != null;
    }

    /**
     * Makes a call and reports it with its response. Calls within this one are part of it.
     *
     * @param to an address or a lane
     */
    public static <T, E extends Exception> T call(
            String to, Supplier<String> text, Function<T, String> answer, Call<T, E> call) throws E {
        Tracer tracer = present;
        if (tracer == null || CALLING.get()) {
            return call.get();
        }
        gate.pass(to, text);
        CALLING.set(true);
        long sent = now();
        String said = "";
        try {
            T result = call.get();
            said = answer.apply(result);
            return result;
        } catch (Exception e) {
            said = fault(e);
            throw e;
        } finally {
            CALLING.remove();
            tell(tracer, Kind.COMMAND, sent, to, text.get(), said);
        }
    }

    /** Reports an event of the calling thread that has no duration. */
    public static void note(Kind kind, String text, String answer) {
        Tracer tracer = present;
        if (tracer != null) {
            tell(tracer, kind, now(), "", text, answer);
        }
    }

    private static void tell(Tracer tracer, Kind kind, long from, String to, String text, String answer) {
        if (tracer.left().getAndDecrement() <= 0) {
            end();
            return;
        }
        long until = kind == Kind.COMMAND ? now() : from;
        List<StackFrame> frames = frames();
        String source = sourceOf(frames);
        Optional<String> shown = frames.stream()
                .filter(frame -> classOf(frame).equals(tracer.shown()))
                .map(Trace::lineOf)
                .findFirst();
        tracer.listener()
                .accept(new TraceStep(
                        kind,
                        from,
                        until,
                        Thread.currentThread().getName(),
                        to,
                        text,
                        answer,
                        source,
                        shown.filter(line -> !line.equals(source)).orElse("")));
    }

    /** The calling thread's line in our code or in the shown class, as in {@link TraceStep#source}; may be empty. */
    public static String source() {
        return sourceOf(frames());
    }

    private static String sourceOf(List<StackFrame> frames) {
        return frames.isEmpty() ? "" : lineOf(frames.getFirst());
    }

    private static List<StackFrame> frames() {
        return StackWalker.getInstance()
                .walk(all -> all.filter(frame -> frame.getClassName().startsWith(LAB)
                                || classOf(frame).equals(shown()))
                        .filter(frame -> BETWEEN.stream().noneMatch(frame.getClassName()::startsWith))
                        .toList());
    }

    private static String shown() {
        Tracer tracer = present;
        return tracer == null ? "" : tracer.shown();
    }

    private static String classOf(StackFrame frame) {
        String name = frame.getClassName();
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    private static String lineOf(StackFrame frame) {
        return classOf(frame) + ":" + frame.getLineNumber();
    }

    private static String fault(Exception e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    /** In microseconds since 1970. */
    public static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
