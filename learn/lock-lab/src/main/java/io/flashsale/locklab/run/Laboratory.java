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
 * Real processes and servers for scenarios: workers, the resource, and the servers that a case needs. They start
 * when first needed, are reused, and end with this object or this JVM, even if it is killed.
 *
 * <p>For one run at a time. Only one laboratory at a time works in a directory.
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
     * Runs a scenario once. Afterwards no client is held, paused or running.
     *
     * @throws ServerFailedException if a server or a worker does not start
     * @throws ScenarioException if the scenario could not be run as written
     */
    public RunReport run(Case what, Scenario scenario, Sizes sizes, RunListener listener) throws InterruptedException {
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
            boolean cancelled = Thread.interrupted(); // workers must end even if the run was cancelled
            killWorkers();
            if (cancelled) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /**
     * The parts that a case runs on.
     *
     * @param item the item on sale; each run has its own
     * @param workers one for each process
     * @param resourceAddress where the resource is
     */
    public record Prepared(
            String item, List<Worker> workers, Backends backends, ProtectedResource resource, String resourceAddress) {}

    /**
     * Resets the servers of a case and provides workers, for clients that no scenario drives.
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
     * Makes new workers look for classes here first, for schemes with modified sources. Ends the current workers.
     *
     * @param directory null to look for the lab's own classes only
     */
    public void lookForClassesIn(@Nullable Path directory) {
        killWorkers();
        classes = directory;
    }

    /** Returns that many running workers. Missing ones are started at the same time. */
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

    /** Kills all workers, wherever they are. New ones start when needed. */
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
