package io.flashsale.locklab.run;

import io.flashsale.devstack.process.ChildProcess;
import io.flashsale.devstack.process.DirectoryInUseException;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ProcessIdentity;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.server.redis.RedisServer;
import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.client.Redis;
import io.flashsale.locklab.resource.ProtectedResource;
import io.flashsale.locklab.scenario.Backends;
import io.flashsale.locklab.scenario.ScenarioException;
import io.flashsale.locklab.scenario.Sizes;
import io.flashsale.locklab.scenario.Worker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Real processes and real servers to run scenarios on: workers, the resource, and whatever servers a case needs. They
 * are started when they are first needed, used again, and end with this, or with this JVM, however it ends.
 *
 * <p>For one run at a time. One laboratory at a time works in a directory.
 */
public final class Laboratory implements AutoCloseable {

    private static final Map<String, String> IN_MEMORY = Map.of("appendonly", "no");

    private final ProcessDirectory home;
    private final Backends backends;
    private final RedisServer resourceServer;
    private final Redis store;
    private final List<Worker> workers = new ArrayList<>();
    private @Nullable Path classes;
    private int runs;
    private int workersStarted;

    /**
     * @throws DirectoryInUseException if another process works in the directory
     * @throws ServerFailedException if the resource does not start
     */
    public Laboratory(Path directory) {
        home = new ProcessDirectory(directory);
        home.claim(ProcessIdentity.current());
        backends = new Backends(home);
        resourceServer = RedisServer.further("resource", home, IN_MEMORY);
        store = new Redis(resourceServer.host() + ":" + resourceServer.port());
    }

    /**
     * Runs a scenario once. Nothing is held, paused or running on afterwards.
     *
     * @throws ServerFailedException if a server or a worker does not start
     * @throws ScenarioException if the scenario could not be run as it is written
     */
    public Report run(Case what, Scenario scenario, Sizes sizes, RunListener listener) throws InterruptedException {
        Prepared servers = prepare(what, scenario.takesSizes() ? sizes.processes() : scenario.processes());
        ScenarioRun run = new ScenarioRun(
                what,
                scenario,
                sizes,
                servers.item(),
                servers.workers(),
                servers.backends(),
                servers.resource(),
                servers.resourceAddress());
        try {
            return run.run(listener);
        } catch (RuntimeException | InterruptedException e) {
            boolean cancelled = Thread.interrupted(); // whoever is to go shall go all the same
            killWorkers();
            if (cancelled) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /**
     * What a case is run on.
     *
     * @param item what is sold; each run has one of its own
     * @param workers one for each process
     * @param resourceAddress where the resource is
     */
    public record Prepared(
            String item, List<Worker> workers, Backends backends, ProtectedResource resource, String resourceAddress) {}

    /**
     * The servers of a case as new, and worker processes, for whoever leads its clients in another way than a scenario does.
     *
     * @throws ServerFailedException if a server or a worker does not start
     */
    public Prepared prepare(Case what, int processes) {
        resourceServer.start();
        store.call("FLUSHALL");
        backends.reset(what.backends());
        return new Prepared(
                "item-" + ++runs,
                List.copyOf(workers(processes)),
                backends,
                new ProtectedResource(store, false),
                store.address());
    }

    /**
     * Workers that are started from now on look for classes here before they take ours: for schemes that somebody has changed,
     * while the lab is not one packaged jar. Those of now are ended.
     */
    public void lookForClassesIn(Path directory) {
        killWorkers();
        classes = directory;
    }

    /** Those that run, and as many new ones as are missing; the new ones start at the same time. */
    private List<Worker> workers(int number) {
        workers.removeIf(worker -> !worker.isRunning());
        List<ChildProcess> starting = new ArrayList<>();
        for (int missing = number - workers.size(); missing > 0; missing--) {
            starting.add(startProcess());
        }
        starting.forEach(process -> workers.add(Worker.on(process)));
        return workers.subList(0, number);
    }

    private ChildProcess startProcess() {
        return ChildProcess.java("worker-" + ++workersStarted % 10, home, WorkerCommand.arguments(classes));
    }

    /** Kills those that run: they may stand anywhere. New ones are started when they are needed. */
    public void killWorkers() {
        workers.forEach(Worker::kill);
        workers.clear();
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
        workers.clear();
        store.close();
        backends.close();
        resourceServer.stop();
        home.release();
    }
}
