package io.flashsale.simulation.shop;

import io.flashsale.simulation.schedule.Coroutine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Time and actors. An actor runs real code until that calls another process; then it pauses, and a step of the schedule
 * says which actor goes on, and what becomes of its call. Nothing else decides anything, so the same schedule always does
 * the same.
 */
public final class World {

    public static final long BEGINNING = 1_700_000_000_000L;

    private final Map<String, Actor> actors = new LinkedHashMap<>();
    private final @Nullable List<Event> events;
    private boolean isRecorded;
    private long now = BEGINNING;
    private @Nullable Actor running;

    /** @param recorded takes what happens; null if nobody wants to read it */
    World(@Nullable List<Event> recorded) {
        this.events = recorded;
    }

    /** Something that an actor did, for people. */
    record Event(long millis, String actor, String what, CallFault fault) {}

    /** Code that runs piece by piece. */
    final class Actor {

        final String name;
        final String process;
        private final Coroutine code;
        private String pending = "begins";
        private Port port = Port.TURN;
        private CallFault fault = CallFault.NONE;
        private long wakesAt;
        private @Nullable BooleanSupplier waitsFor;
        private boolean resting;
        private int late;

        /** The transaction that it is in; none if null. */
        SimulatedDatabase.@Nullable Transaction transaction;

        /** The transaction that it waits for; none if null. */
        SimulatedDatabase.@Nullable Transaction blockedBy;

        private Actor(String process, String name, Runnable body) {
            this.process = process;
            this.name = name;
            this.code = new Coroutine(body);
        }

        /** Whether a step may let it go on. */
        boolean isReady() {
            return waitsFor == null || waitsFor.getAsBoolean();
        }

        /** Whether it is between two rounds of its work. */
        boolean isResting() {
            return resting;
        }

        /** What can go wrong with what it does next. */
        Port port() {
            return port;
        }
    }

    public long now() {
        return now;
    }

    public long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(now - BEGINNING);
    }

    /** Whether what happens from now on is recorded, if anything is. */
    void record(boolean recorded) {
        isRecorded = events != null && recorded;
    }

    void pass(long millis) {
        now += millis;
    }

    /** The clock of services and of MySQL. */
    public Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                return Instant.ofEpochMilli(now);
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException();
            }
        };
    }

    /** Adds an actor, unless there is one of this name. It begins when a step lets it; a failure ends it. */
    void spawn(String process, String name, Runnable body) {
        actors.computeIfAbsent(name, _ -> new Actor(process, name, () -> attempt(body)));
    }

    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException fault) {
            note(() -> "fails: " + fault, CallFault.NONE);
        }
    }

    /** Adds an actor that does its work again and again; each step from rest begins another round. */
    void repeat(String process, String name, Runnable round) {
        spawn(process, name, () -> {
            while (true) {
                rest();
                attempt(round);
            }
        });
        go(name, CallFault.NONE); // to its first rest
    }

    Collection<Actor> actors() {
        return actors.values();
    }

    @Nullable
    Actor actor(String name) {
        return actors.get(name);
    }

    @Nullable
    Actor running() {
        return running;
    }

    /** Ends all actors of a process, wherever they are; returns them. */
    List<Actor> kill(String process) {
        List<Actor> killed = actors.values().stream()
                .filter(one -> one.process.equals(process))
                .toList();
        killed.forEach(one -> actors.remove(one.name));
        return killed;
    }

    /** Lets an actor go on until its next call. Does nothing if there is no such actor, or it waits for another. */
    void go(String name, CallFault fault) {
        Actor actor = actors.get(name);
        if (actor == null || !actor.isReady()) {
            return;
        }
        now = Math.max(now, actor.wakesAt);
        actor.waitsFor = null;
        actor.resting = false;
        actor.fault = fault;
        Actor before = running;
        running = actor;
        try {
            actor.code.resume();
        } finally {
            running = before;
        }
        if (actor.code.isDone()) {
            actors.remove(name);
        }
    }

    /**
     * Calls another process. Everything that is not under way is done by now, and nothing of this call: here other actors
     * have their turns, and here a crash leaves the actor.
     *
     * @param what for people
     */
    public <T extends @Nullable Object> T call(Port port, Supplier<String> what, Supplier<T> effect) {
        Actor actor = running;
        if (actor == null) {
            return effect.get(); // before the schedule begins
        }
        CallFault fault = pause(actor, port, what);
        note(what, fault);
        return switch (fault) {
            case NONE -> effect.get();
            case REQUEST_LOST -> throw unanswered(port);
            case REPLY_LOST -> {
                var _ = effect.get();
                throw unanswered(port);
            }
            case LATE -> {
                spawn("network", actor.name + "/late-" + ++actor.late, () -> {
                    note(what, CallFault.LATE);
                    var _ = effect.get();
                });
                if (!port.repeats()) {
                    throw unanswered(port);
                }
                sleep(Duration.ofSeconds(1));
                yield effect.get();
            }
            case TWICE -> {
                var _ = effect.get();
                yield effect.get();
            }
        };
    }

    private CallFault pause(Actor actor, Port port, Supplier<String> what) {
        actor.port = port;
        actor.pending = isRecorded ? what.get() : "";
        Coroutine.pause();
        actor.port = Port.TURN;
        CallFault fault = actor.fault;
        actor.fault = CallFault.NONE;
        return port.possible().contains(fault) ? fault : CallFault.NONE;
    }

    private RuntimeException unanswered(Port port) {
        sleep(Duration.ofMillis(port.timeout()));
        return port.unanswered().get();
    }

    /** Lets time pass for the running actor; others may have turns meanwhile. */
    public void sleep(Duration length) {
        Actor actor = running;
        if (actor != null && !length.isZero()) {
            actor.wakesAt = now + length.toMillis();
            pause(actor, Port.TURN, () -> "waits");
        }
    }

    /** Stops the running actor until this holds. */
    void await(BooleanSupplier condition) {
        Actor actor = running;
        if (actor == null) {
            throw new IllegalStateException("only an actor can wait");
        }
        while (!condition.getAsBoolean()) {
            actor.waitsFor = condition;
            pause(actor, Port.TURN, () -> "is blocked");
        }
    }

    private void rest() {
        Actor actor = running;
        if (actor == null) {
            throw new IllegalStateException("only an actor can rest");
        }
        actor.resting = true;
        pause(actor, Port.TURN, () -> "rests");
    }

    /** @param what for people; asked only if somebody wants to read it */
    public void note(Supplier<String> what, CallFault fault) {
        if (events != null && isRecorded) {
            events.add(new Event(now - BEGINNING, running == null ? "" : running.name, what.get(), fault));
        }
    }

    /** What each actor is about to do, for people. */
    List<String> pending() {
        List<String> pending = new ArrayList<>();
        actors.values().stream().filter(one -> !one.resting).forEach(one -> pending.add(one.name + " " + one.pending));
        return pending;
    }
}
