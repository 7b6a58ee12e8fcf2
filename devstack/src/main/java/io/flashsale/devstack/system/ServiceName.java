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

    /** The Maven module, also the name of its jar, its log and its first process. */
    public String module() {
        return module;
    }

    /** Where the build puts the service's jar. */
    public Path jar(Path root) {
        return root.resolve(module).resolve("target").resolve(module + ".jar");
    }
}
