package io.flashsale.system.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;

/**
 * On test classes that stop, kill or wipe what they share with others. They repair it before they end, and where one JVM runs
 * all classes, they run after those that only use it.
 */
@Order(Integer.MAX_VALUE)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BreaksServers {}
