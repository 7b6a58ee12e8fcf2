package io.flashsale.devstack.system;

import java.nio.file.Path;

/** The services of the system; they stop in the reverse of this order. */
public enum ServiceName {
    STOCK("stock-service"),
    ORDER("order-service"),
    COUPON("coupon-service"),
    CONTROL_ROOM("control-room"),
    LOCK_LAB("lock-lab"),
    GATEWAY("gateway");

    private final String module;

    ServiceName(String module) {
        this.module = module;
    }

    /** Whether the shop needs the service. The lock lab is only for learners, and no other service needs it. */
    public boolean isPartOfShop() {
        return this != LOCK_LAB;
    }

    /** Whether a purchase needs the service. */
    public boolean isNeededToSell() {
        return this == STOCK || this == ORDER || this == GATEWAY;
    }

    /** Whether a {@linkplain FlashSaleSystemBuilder#small() small} system has the service. */
    public boolean isInSmallSystem() {
        return isPartOfShop();
    }

    /**
     * Whether several instances share the work.
     *
     * <p>Control room and lock lab keep the state of a crowd or a run in memory, so there is one of each.
     */
    public boolean mayBeSeveral() {
        return this != CONTROL_ROOM && this != LOCK_LAB;
    }

    /** The Maven module; also the name of its jar, its log and its first process. */
    public String module() {
        return module;
    }

    /** The process name of an instance; the first has the name of the module. */
    String process(int number) {
        return number == 1 ? module : module + "-" + number;
    }

    /** The service's jar from the build. */
    public Path jar(Path root) {
        return ProjectRoot.module(root, module).resolve("target").resolve(module + ".jar");
    }
}
