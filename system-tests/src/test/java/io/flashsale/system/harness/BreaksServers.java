package io.flashsale.system.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;

/**
 * On test classes that stop, kill or wipe what they share with others. They repair it before they end, and run after all
 * classes that only use it.
 */
@Order(Integer.MAX_VALUE)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface BreaksServers {}
