package io.flashsale.simulation.shop;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.StubMethod;

/** Takes guards out of the services' code in this JVM, and puts them back when it is closed. */
final class ReplacedMethods implements AutoCloseable {

    private final List<Class<?>> changed = new ArrayList<>();

    ReplacedMethods() {
        ByteBuddyAgent.install();
    }

    /** The method answers this from now on. */
    ReplacedMethods answer(String type, String method, Object value) {
        Class<?> found = find(type);
        return load(found, new ByteBuddy().redefine(found).method(named(method)).intercept(FixedValue.value(value)));
    }

    /** The method does nothing from now on. */
    ReplacedMethods skip(String type, String method) {
        Class<?> found = find(type);
        return load(found, new ByteBuddy().redefine(found).method(named(method)).intercept(StubMethod.INSTANCE));
    }

    /** This code runs before or after the method; see {@link Advice}. */
    ReplacedMethods advise(String type, String method, Class<?> advice) {
        Class<?> found = find(type);
        return load(
                found, new ByteBuddy().redefine(found).visit(Advice.to(advice).on(named(method))));
    }

    private ReplacedMethods load(Class<?> found, DynamicType.Builder<?> built) {
        built.make().load(found.getClassLoader(), ClassReloadingStrategy.fromInstalledAgent());
        changed.add(found);
        return this;
    }

    private static Class<?> find(String type) {
        try {
            return Class.forName(type);
        } catch (ClassNotFoundException missing) {
            throw new AssertionError(missing);
        }
    }

    @Override
    public void close() {
        try {
            ClassReloadingStrategy.fromInstalledAgent().reset(changed.toArray(Class<?>[]::new));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
