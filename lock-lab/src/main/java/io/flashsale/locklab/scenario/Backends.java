package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** The servers of the lab: each kind is started when a case first needs it, and kept. */
public final class Backends implements AutoCloseable {

    private final ProcessDirectory home;
    private final SequencedMap<Class<?>, Backend> running = new LinkedHashMap<>();

    /** @param home a directory that this process has claimed */
    public Backends(ProcessDirectory home) {
        this.home = home;
    }

    /** The backend of a kind; starts it if need be. */
    public synchronized <B extends Backend> B get(Backend.Kind<B> kind) {
        Backend backend = running.get(kind.type());
        if (backend == null) {
            backend = kind.start().apply(home);
            running.put(kind.type(), backend);
        }
        return kind.type().cast(backend);
    }

    /** Makes those of these kinds as new. */
    public void reset(List<Backend.Kind<?>> kinds) {
        kinds.forEach(kind -> get(kind).reset());
    }

    /** Those servers of these kinds at which can be seen who holds a lock. */
    public List<LockObserver> observers(List<Backend.Kind<?>> kinds) {
        return kinds.stream().flatMap(kind -> get(kind).observers().stream()).toList();
    }

    /** From now on takes down what is done to any of them. */
    public synchronized void recordOn(Marks marks) {
        running.values().forEach(backend -> backend.recordOn(marks));
    }

    /** What schemes are told about all of them. */
    public synchronized Map<String, String> settings() {
        Map<String, String> all = new HashMap<>();
        running.values().forEach(backend -> all.putAll(backend.settings()));
        return all;
    }

    /** Commands that all of them have carried out. */
    public synchronized long commands() {
        return running.values().stream().mapToLong(Backend::commands).sum();
    }

    /** How often somebody has waited for a lock, as they count it. */
    public synchronized long waits() {
        return running.values().stream().mapToLong(Backend::waits).sum();
    }

    /** How many wait for a lock at any of them right now. */
    public synchronized long waitingNow() {
        return running.values().stream().mapToLong(Backend::waitingNow).sum();
    }

    @Override
    public synchronized void close() {
        running.sequencedValues().reversed().forEach(Backend::close);
        running.clear();
    }
}
