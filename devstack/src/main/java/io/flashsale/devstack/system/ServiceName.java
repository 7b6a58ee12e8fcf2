package io.flashsale.devstack.system;

import java.nio.file.Path;

/** The services of the system, in the order in which they are stopped last to first. */
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

    /** Whether the shop needs it. The lock lab is there for learners only, and nobody waits for it. */
    public boolean isPartOfShop() {
        return this != LOCK_LAB;
    }

    /** Whether nothing can be bought without it. */
    public boolean isNeededToSell() {
        return this == STOCK || this == ORDER || this == GATEWAY;
    }

    /**
     * Whether several instances of it do one work. Control room and lock lab keep in memory what a crowd or a run has come
     * to, so there is one of each.
     */
    public boolean mayBeSeveral() {
        return this != CONTROL_ROOM && this != LOCK_LAB;
    }

    /** The Maven module, also the name of its jar, its log and its first process. */
    public String module() {
        return module;
    }

    /** The name of the process of one instance; the first has that of the module. */
    String process(int number) {
        return number == 1 ? module : module + "-" + number;
    }

    /** Where the build puts the service's jar. */
    public Path jar(Path root) {
        return root.resolve(module).resolve("target").resolve(module + ".jar");
    }
}
