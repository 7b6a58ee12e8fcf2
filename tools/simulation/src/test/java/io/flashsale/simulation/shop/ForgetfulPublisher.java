package io.flashsale.simulation.shop;

import java.lang.reflect.Field;
import java.util.Set;

/** As the publisher was: it did not remember what Kafka had not taken, to go past it. */
public final class ForgetfulPublisher {

    private ForgetfulPublisher() {}

    /** Called by the changed class. */
    public static void forget(Object publisher) {
        try {
            Field left = publisher.getClass().getDeclaredField("left");
            left.setAccessible(true);
            ((Set<?>) left.get(publisher)).clear();
        } catch (ReflectiveOperationException renamed) {
            throw new AssertionError(renamed);
        }
    }
}
