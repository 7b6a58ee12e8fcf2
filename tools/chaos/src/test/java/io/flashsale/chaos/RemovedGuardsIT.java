package io.flashsale.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.chaos.nemesis.FaultPlan;
import io.flashsale.chaos.nemesis.PlannedFault;
import io.flashsale.chaos.shopper.RoundWorkload;
import io.flashsale.chaos.system.Targets;
import io.flashsale.chaos.system.TestedSystem;
import io.flashsale.chaos.system.Topology;
import io.flashsale.contracts.order.OrderReleased;
import io.flashsale.devstack.system.FlashSaleSystemBuilder;
import io.flashsale.devstack.system.Lines;
import io.flashsale.devstack.system.ProjectRoot;
import io.flashsale.devstack.system.ServiceName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The tester is seen to fail: the real services run with one guard removed or switched off.
 *
 * <p>An edited script is on the boot class path of the service's JVM, which comes before the jars. An agent
 * loads an edited class. The product itself has no code for this.
 */
@Tag("weekly")
class RemovedGuardsIT {

    private static final FaultPlan NO_FAULTS = new FaultPlan(List.of());
    private static final FaultPlan WITHOUT_KAFKA = without(Targets.KAFKA);
    private static final FaultPlan WITHOUT_KAFKA_AND_MYSQL = without(Targets.KAFKA, Targets.DATABASE);

    /** Lets a cancellation, which has fewer statements, overtake a payment at the same time. */
    private static final FaultPlan WITH_SLOW_ORDERS = new FaultPlan(
            List.of(new PlannedFault(PlannedFault.Kind.DELAY, Lines.toDatabaseOf("order"), 0, 15_000, 30)));

    private static FaultPlan without(String... servers) {
        return new FaultPlan(Stream.of(servers)
                .map(server -> new PlannedFault(PlannedFault.Kind.KILL, server, 500, 4_000, 0))
                .toList());
    }

    enum Guard {
        /** A user who holds a unit gets another one. */
        ONE_FOR_EACH(
                "accepted-and-rejected",
                NO_FAULTS,
                product -> product.edit(
                        ServiceName.STOCK,
                        "reserve.lua",
                        script -> replace(
                                replace(script, "elseif not free then", "elseif false then"),
                                "return newest, free, before",
                                "return newest, free or user, before"))),
        /** There is always one more unit. */
        SOLD_OUT(
                "accepted-and-rejected",
                NO_FAULTS,
                product -> product.edit(
                        ServiceName.STOCK,
                        "reserve.lua",
                        script -> replace(script, "elseif remaining <= 0 then", "elseif false then"))),
        /** What neither Kafka nor MySQL accepted keeps its unit, and becomes no order. */
        OUTBOX("holder-without-order", WITHOUT_KAFKA_AND_MYSQL, product -> product.removeOutbox(ServiceName.STOCK)),
        /** The same for claims. */
        OUTBOX_OF_CLAIMS(
                "claim-without-coupon", WITHOUT_KAFKA_AND_MYSQL, product -> product.removeOutbox(ServiceName.COUPON)),
        /** What Kafka did not accept stays in the outbox and in MySQL. */
        RELAY(
                "order-lost",
                WITHOUT_KAFKA,
                product -> product.wiring().environment(ServiceName.STOCK, "FLASHSALE_ADMISSION_RELAYAFTER", "1h")),
        /** A payment succeeds even after the order was cancelled or expired. */
        ONLY_WHAT_AWAITS_PAYMENT(
                "cancellation-lost",
                WITH_SLOW_ORDERS,
                product -> product.edit(
                        ServiceName.ORDER,
                        "io/flashsale/order/payment/ChargeMapper",
                        "AND o.status = 'AWAITING_PAYMENT' AND",
                        "AND")),
        /** No service is told of ended orders, so no unit comes back. */
        OUTBOX_OF_ENDED_ORDERS(
                "release-missing",
                NO_FAULTS,
                product -> product.edit(
                        ServiceName.ORDER,
                        "io/flashsale/order/outbox/OutboxMapper",
                        "VALUES (#{topic}, #{messageKey}, #{payload}, UTC_TIMESTAMP(3))",
                        "SELECT '', '', '', UTC_TIMESTAMP(3) FROM DUAL WHERE FALSE")),
        /** A repeated release ends the shopper's next hold. */
        RELEASE_OF_THIS_RESERVATION(
                "order-without-holder",
                NO_FAULTS,
                product -> product.edit(
                        ServiceName.STOCK,
                        "release.lua",
                        script -> replace(
                                script,
                                "redis.call('HGET', KEYS[2], place) == ARGV[i + 1]",
                                "redis.call('HEXISTS', KEYS[2], place) == 1"))) {
            @Override
            void afterRound(TestedSystem system) {
                Messages.sendAgain(system, Messages.all(system, OrderReleased.TOPIC));
            }
        };

        private final String found;
        private final FaultPlan faults;
        private final Consumer<Product> removal;

        Guard(String found, FaultPlan faults, Consumer<Product> removal) {
            this.found = found;
            this.faults = faults;
            this.removal = removal;
        }

        /** Does what else the violation needs. */
        void afterRound(TestedSystem system) {}
    }

    private static String withoutOutbox(String script) {
        String removed = script.replaceFirst(
                "(?s)answer\\[1\\] = redis\\.call\\('XADD'.*?table\\.concat\\(members, ' '\\)\\)",
                "answer[1] = answer[2] .. '-0'");
        assertThat(removed).isNotEqualTo(script);
        return removed;
    }

    private static String replace(String script, String guard, String by) {
        assertThat(script).contains(guard);
        return script.replace(guard, by);
    }

    /** The services to be started. */
    private record Product(FlashSaleSystemBuilder wiring, Path classes) {

        /** And the second guard: reconciliation would queue again, after half a minute, what the database lacks. */
        void removeOutbox(ServiceName service) {
            edit(service, "reserve.lua", RemovedGuardsIT::withoutOutbox);
            wiring.environment(service, "FLASHSALE_RECONCILIATION_INTERVAL", "1h");
        }

        void edit(ServiceName service, String name, UnaryOperator<String> change) {
            Path script = ProjectRoot.find()
                    .resolve("libs/admission/src/main/resources/lua")
                    .resolve(name);
            try {
                Files.createDirectories(classes.resolve("lua"));
                Files.writeString(classes.resolve("lua").resolve(name), change.apply(Files.readString(script)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            wiring.jvmArgument(service, "-Xbootclasspath/a:" + classes);
        }

        /** Edits the text constants of a class of the service. */
        void edit(ServiceName service, String name, String guard, String by) {
            Path original = ProjectRoot.find().resolve(service.module()).resolve("target/classes/" + name + ".class");
            Path edited = classes.resolve(name + ".class");
            try {
                Files.createDirectories(edited.getParent());
                Files.write(edited, EditedClasses.replaced(Files.readAllBytes(original), guard, by));
                wiring.jvmArgument(service, EditedClasses.argument(classes.resolve("agent.jar"), classes));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindThatItIsMissing(Guard guard) throws Exception {
        Path folder = Path.of("target/removed-guard-" + guard + "-"
                        + ProcessHandle.current().pid())
                .toAbsolutePath();
        try (TestedSystem system = TestedSystem.start(
                        ProjectRoot.find(),
                        folder.resolve("data"),
                        Topology.SINGLE,
                        1,
                        1,
                        wiring -> guard.removal.accept(new Product(wiring, folder.resolve("classes"))));
                Round round = Round.prepare(
                        system, new RoundPlan(1, 1, guard.faults, RoundWorkload.of(11, 400, 4_000)), "")) {
            round.run(Round.CONVERGED_WITHIN); // a slow machine finds too much, not too little
            guard.afterRound(system);
            RemovedRecordsIT.requireToFind(round, guard.found);
        }
    }
}
