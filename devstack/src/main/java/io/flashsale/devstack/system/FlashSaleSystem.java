package io.flashsale.devstack.system;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.process.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The services, wired to each other and to their backends as the demo runs them, one instance of each or
 * {@linkplain FlashSaleSystemBuilder#instances(int) several}. Each {@linkplain #instances instance} can be stopped, killed,
 * paused and started again by itself, and further ones can be added. In front of several gateways there is one address,
 * {@link #gatewayUrl}, which this JVM listens on. The lock lab is wired like the others, and started only by who wants it. A
 * {@linkplain FlashSaleSystemBuilder#small() small} system has neither it nor coupons.
 */
public final class FlashSaleSystem implements AutoCloseable {

    private final ServiceWiring wiring;
    private final BiConsumer<JavaService, Duration> whenUp;
    private final Map<ServiceName, List<JavaService>> instances = new EnumMap<>(ServiceName.class);
    private @Nullable TcpBalancer front;

    FlashSaleSystem(ServiceWiring wiring, BiConsumer<JavaService, Duration> whenUp) {
        this.wiring = wiring;
        this.whenUp = whenUp;
        for (ServiceName name : ServiceName.values()) {
            instances.put(name, new ArrayList<>(wiring.instances(name)));
        }
    }

    /** A system on the servers of a stack, ended with it at the latest. */
    public static FlashSaleSystemBuilder on(DevStack stack) {
        return on(Backends.of(stack), stack.directory());
    }

    /**
     * @param home where logs, keys and pid files go; it must have been {@linkplain ProcessDirectory#claim claimed}, as a
     *     stack's directory is
     */
    public static FlashSaleSystemBuilder on(Backends backends, ProcessDirectory home) {
        return new FlashSaleSystemBuilder(backends, home);
    }

    /**
     * Starts all instances of the shop's services at the same time, as they tolerate each other's absence, and returns once all
     * are ready.
     *
     * @throws ServerFailedException if one does not come up; the others run on
     */
    public FlashSaleSystem start() {
        return start(services());
    }

    /** As {@link #start()}, for all instances of these services only. */
    public FlashSaleSystem start(Set<ServiceName> wanted) {
        return start(instancesWhere(wanted::contains));
    }

    /**
     * As {@link #start()}, for one instance each of those services only without which nothing can be bought. The machine is
     * theirs meanwhile; the others can follow while shoppers are in.
     *
     * @throws ServerFailedException if one does not come up; the others run on
     */
    public FlashSaleSystem startSelling() {
        return start(sellingServices());
    }

    private FlashSaleSystem start(List<JavaService> services) {
        openFront();
        Together.run(services.stream()
                .<Runnable>map(service -> () -> {
                    long begin = System.nanoTime();
                    service.start();
                    whenUp.accept(service, Duration.ofNanos(System.nanoTime() - begin));
                })
                .toList());
        return this;
    }

    private synchronized void openFront() {
        if (front == null && wiring.hasFront()) {
            front = new TcpBalancer(wiring.gatewayAddress(), instances(ServiceName.GATEWAY));
        }
    }

    /**
     * All instances of a service, those that run and those that do not; the first one first. Each is known to the services
     * that call it, unless it was {@linkplain #addInstance(ServiceName) added}.
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
     * A further instance with ports of its own, not yet started; it is stopped with the system. Nobody calls it, as the others
     * were wired before: it takes part in what it reads from Kafka and the databases.
     */
    public JavaService addInstance(ServiceName name) {
        return addInstance(name, Map.of());
    }

    /** As {@link #addInstance(ServiceName)}, with environment variables that differ for this instance. */
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

    /** The first instance of each service without which nothing can be bought. */
    public List<JavaService> sellingServices() {
        return Stream.of(ServiceName.values())
                .filter(ServiceName::isNeededToSell)
                .map(this::service)
                .toList();
    }

    private List<JavaService> instancesWhere(Predicate<ServiceName> chosen) {
        return instances.entrySet().stream()
                .filter(entry -> chosen.test(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream())
                .toList();
    }

    /** All instances of all services, those of the lock lab as well. */
    public List<JavaService> allServices() {
        return instances.values().stream().flatMap(List::stream).toList();
    }

    /** Not started with the others. */
    public JavaService lockLab() {
        return service(ServiceName.LOCK_LAB);
    }

    /** Where logs, keys and pid files are. */
    public ProcessDirectory directory() {
        return wiring.directory();
    }

    /**
     * Where browsers and tests call, without a slash at the end: the gateway, or what is in front of several. There any of
     * them answers, so that the address works as long as one of them does.
     */
    public String gatewayUrl() {
        return "http://127.0.0.1:" + wiring.gatewayAddress().getPort();
    }

    /** Stops what runs, the gateway first. */
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
