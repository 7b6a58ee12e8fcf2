package io.flashsale.devstack.system;

import io.flashsale.devstack.process.ProcessDirectory;
import io.flashsale.devstack.process.ServerFailedException;
import io.flashsale.devstack.process.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The services, wired to each other and to their backends as the demo runs them. Single services can be stopped, killed
 * and started again, and further instances of one can be added. The lock lab is wired like the others, and started only by
 * who wants it.
 */
public final class FlashSaleSystem implements AutoCloseable {

    private final ServiceWiring wiring;
    private final BiConsumer<JavaService, Duration> whenUp;
    private final Map<ServiceName, List<JavaService>> instances = new EnumMap<>(ServiceName.class);

    FlashSaleSystem(ServiceWiring wiring, BiConsumer<JavaService, Duration> whenUp) {
        this.wiring = wiring;
        this.whenUp = whenUp;
        for (ServiceName name : ServiceName.values()) {
            instances.put(name, new ArrayList<>(List.of(wiring.first(name))));
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
     * Starts all services of the shop at the same time, as they tolerate each other's absence, and returns once all are
     * ready.
     *
     * @throws ServerFailedException if one does not come up; the others run on
     */
    public FlashSaleSystem start() {
        return start(services());
    }

    /**
     * As {@link #start}, for those services only without which nothing can be bought. The machine is theirs meanwhile; the
     * others can follow while shoppers are in.
     *
     * @throws ServerFailedException if one does not come up; the others run on
     */
    public FlashSaleSystem startSelling() {
        return start(sellingServices());
    }

    private FlashSaleSystem start(List<JavaService> services) {
        Together.run(services.stream()
                .<Runnable>map(service -> () -> {
                    long begin = System.nanoTime();
                    service.start();
                    whenUp.accept(service, Duration.ofNanos(System.nanoTime() - begin));
                })
                .toList());
        return this;
    }

    /** The first instance, which the others are wired to. */
    public JavaService service(ServiceName name) {
        return instancesOf(name).getFirst();
    }

    /** A further instance with ports of its own, not yet started; it is stopped with the system. */
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

    /** All instances of the services without which nothing can be bought. */
    public List<JavaService> sellingServices() {
        return instancesWhere(ServiceName::isNeededToSell);
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

    /** Where browsers and tests call, without a slash at the end. */
    public String gatewayUrl() {
        return service(ServiceName.GATEWAY).url();
    }

    /** Stops what runs, the gateway first. */
    @Override
    public void close() {
        allServices().reversed().forEach(JavaService::stop);
    }

    private List<JavaService> instancesOf(ServiceName name) {
        return instances.computeIfAbsent(name, ignored -> new ArrayList<>());
    }
}
