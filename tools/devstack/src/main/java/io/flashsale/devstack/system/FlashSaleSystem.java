package io.flashsale.devstack.system;

import io.flashsale.devstack.process.ParallelTasks;
import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The services, wired to each other and to their backends as in the demo.
 *
 * <p>There is one instance of each service, or {@linkplain FlashSaleSystemBuilder#instances(int) several}. Each
 * {@linkplain #instances instance} can be stopped, killed, paused and restarted alone, and further ones can be
 * added. Several gateways share one address, {@link #gatewayUrl}, on which this JVM listens.
 *
 * <p>The lock lab is wired like the others but is started only on request. In a {@linkplain
 * FlashSaleSystemBuilder#small() small} system there is no lock lab, and all services are one process.
 */
public final class FlashSaleSystem implements AutoCloseable {

    /** The process of all services of a small system. */
    public static final String ONE_JVM = OneJvm.PROCESS;

    private final FlashSaleSystemBuilder choice;
    private final ServiceWiring wiring;
    private final Map<ServiceName, List<JavaService>> instances = new EnumMap<>(ServiceName.class);
    private final Optional<JavaService> startedElsewhere;
    private @Nullable TcpBalancer front;

    FlashSaleSystem(FlashSaleSystemBuilder choice) {
        this.choice = choice;
        this.wiring = new ServiceWiring(choice);
        for (ServiceName name : ServiceName.values()) {
            instances.put(name, new ArrayList<>(wiring.instances(name)));
        }
        this.startedElsewhere = Optional.ofNullable(choice.startedElsewhere)
                .map(name -> instancesOf(name).removeFirst());
    }

    /** A system on the servers of a stack; it ends with the stack at the latest. */
    public static FlashSaleSystemBuilder on(DevStack stack) {
        return on(BackingServices.of(stack), stack.directory());
    }

    /**
     * @param home for logs, keys and pid files; it must have been {@linkplain ProcessDirectory#claim claimed},
     *     as a stack's directory is
     */
    public static FlashSaleSystemBuilder on(BackingServices backends, ProcessDirectory home) {
        return new FlashSaleSystemBuilder(backends, home);
    }

    /**
     * Starts all instances of the shop's services at once, and returns once all are ready.
     *
     * <p>They tolerate each other's absence.
     *
     * @throws ServerFailedException if a service does not come up; the others keep running
     */
    public FlashSaleSystem start() {
        return start(services());
    }

    /** As {@link #start()}, but only all instances of these services. */
    public FlashSaleSystem start(Set<ServiceName> wanted) {
        return start(instancesWhere(wanted::contains));
    }

    /**
     * As {@link #start()}, but only one instance of each service that a purchase needs.
     *
     * <p>They have the machine to themselves; the other services can start while shoppers buy.
     */
    public FlashSaleSystem startSelling() {
        return start(sellingServices());
    }

    private FlashSaleSystem start(List<JavaService> services) {
        openFront();
        if (choice.small) {
            services.getFirst().launch(); // one process, which all of them would start
        }
        ParallelTasks.forEach(services, service -> {
            long begin = System.nanoTime();
            service.start();
            choice.whenUp.accept(service, Duration.ofNanos(System.nanoTime() - begin));
        });
        return this;
    }

    private synchronized void openFront() {
        if (front == null && wiring.hasFront()) {
            front = new TcpBalancer(wiring.gatewayAddress(), instances(ServiceName.GATEWAY));
        }
    }

    /**
     * All instances of a service in order, running or not.
     *
     * <p>The services that call it know all of them, except {@linkplain #addInstance added} ones.
     */
    public List<JavaService> instances(ServiceName name) {
        return List.copyOf(instancesOf(name));
    }

    /**
     * The first instance.
     *
     * @throws java.util.NoSuchElementException if the system was built without that service
     */
    public JavaService service(ServiceName name) {
        return instancesOf(name).getFirst();
    }

    /**
     * Adds an instance on its own ports, not started yet; it is stopped with the system.
     *
     * <p>No service calls it, because the others are wired already; it shares their work from Kafka and the
     * databases.
     *
     * @param environment further variables of this instance
     */
    public JavaService addInstance(ServiceName name, Map<String, String> environment) {
        List<JavaService> present = instancesOf(name);
        JavaService added = wiring.further(name, present.size() + 1, environment);
        present.add(added);
        return added;
    }

    /** All instances of the shop's services: stock-service, order-service, coupon-service, control-room, gateway. */
    public List<JavaService> services() {
        return instancesWhere(ServiceName::isPartOfShop);
    }

    /** The first instance of each service that a purchase needs. */
    public List<JavaService> sellingServices() {
        return Stream.of(ServiceName.values())
                .filter(ServiceName::isNeededToSell)
                .flatMap(name -> instancesOf(name).stream().limit(1))
                .toList();
    }

    private List<JavaService> instancesWhere(Predicate<ServiceName> chosen) {
        return instances.entrySet().stream()
                .filter(entry -> chosen.test(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    /** All instances of all services, including the lock lab. */
    public List<JavaService> allServices() {
        return instances.values().stream().flatMap(List::stream).toList();
    }

    /**
     * The service that somebody else {@linkplain FlashSaleSystemBuilder#startedElsewhere starts}, with its settings.
     *
     * <p>It is in none of the lists above, and this system neither starts nor stops it.
     */
    public Optional<JavaService> startedElsewhere() {
        return startedElsewhere;
    }

    /** The directory of logs, keys and pid files. */
    public ProcessDirectory directory() {
        return choice.home;
    }

    /**
     * The address for browsers and tests, without a slash at the end.
     *
     * <p>With several gateways any of them answers there, so the address works while any gateway runs.
     */
    public String gatewayUrl() {
        return wiring.gatewayUrl();
    }

    /** Stops all running services, the gateway first. */
    @Override
    public void close() {
        closeFront();
        allServices().reversed().forEach(JavaService::stop);
    }

    private synchronized void closeFront() {
        if (front != null) {
            front.close();
            front = null;
        }
    }

    private List<JavaService> instancesOf(ServiceName name) {
        return instances.computeIfAbsent(name, ignored -> new ArrayList<>());
    }
}
