package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.locklab.trace.LockObserver;
import io.flashsale.locklab.trace.Marks;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** The lab's servers. Each kind starts when a case first needs it and keeps running. */
public final class Backends implements AutoCloseable {

    private final ProcessDirectory home;
    private final SequencedMap<Class<?>, Backend> running = new LinkedHashMap<>();

    /** @param home a directory that this process has claimed */
    public Backends(ProcessDirectory home) {
        this.home = home;
    }

    /** Returns the backend of a kind, and starts it if needed. */
    public synchronized <B extends Backend> B get(Backend.Kind<B> kind) {
        Backend backend = running.get(kind.type());
        if (backend == null) {
            backend = kind.start().apply(home);
            running.put(kind.type(), backend);
        }
        return kind.type().cast(backend);
    }

    /** Resets the backends of these kinds. */
    public void reset(List<Backend.Kind<?>> kinds) {
        kinds.forEach(kind -> get(kind).reset());
    }

    /** The observers of the locks on the backends of these kinds. */
    public List<LockObserver> observers(List<Backend.Kind<?>> kinds) {
        return kinds.stream().flatMap(kind -> get(kind).observers().stream()).toList();
    }

    /** Records from now on what is done to any of them. */
    public synchronized void recordOn(Marks marks) {
        running.values().forEach(backend -> backend.recordOn(marks));
    }

    /** The settings for schemes of all backends. */
    public synchronized Map<String, String> settings() {
        Map<String, String> all = new HashMap<>();
        running.values().forEach(backend -> all.putAll(backend.settings()));
        return all;
    }

    /** The commands that all backends have run. */
    public synchronized long commands() {
        return running.values().stream().mapToLong(Backend::commands).sum();
    }

    /** The waits for a lock that all backends have counted. */
    public synchronized long waits() {
        return running.values().stream().mapToLong(Backend::waits).sum();
    }

    /** The number of clients that wait for a lock on any backend now. */
    public synchronized long waitingNow() {
        return running.values().stream().mapToLong(Backend::waitingNow).sum();
    }

    @Override
    public synchronized void close() {
        running.sequencedValues().reversed().forEach(Backend::close);
        running.clear();
    }
}
