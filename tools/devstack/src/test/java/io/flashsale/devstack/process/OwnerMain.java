package io.flashsale.devstack.process;

import io.flashsale.devstack.system.DevStack;
import java.nio.file.Path;

/** Starts Redis and ZooKeeper in the directory, says so, and waits until it is killed. */
public final class OwnerMain {

    private OwnerMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        DevStack stack = DevStack.in(Path.of(arguments[0])).redis().zooKeeper().start();
        System.out.println(stack.redis().pid() + " " + stack.zooKeeper().pid());
        Thread.sleep(600_000);
    }
}
