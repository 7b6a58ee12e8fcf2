package io.flashsale.simulation.schedule;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Runs code that looks as if it blocked, piece by piece, on the thread of the caller: until the code pauses, or ends.
 *
 * <p>It is what virtual threads are made of, {@code jdk.internal.vm.Continuation}, without their scheduler. So a switch
 * takes a tenth of a microsecond, and nothing runs at the same time. The JVM needs {@code --add-exports
 * java.base/jdk.internal.vm=ALL-UNNAMED}.
 *
 * <p>A coroutine that nobody resumes is garbage; its {@code finally} blocks never run, as in a process that was killed.
 */
public final class Coroutine {

    private static final Object SCOPE;
    private static final MethodHandle MAKE;
    private static final MethodHandle RUN;
    private static final MethodHandle PAUSE;
    private static final MethodHandle IS_DONE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Class<?> scope = Class.forName("jdk.internal.vm.ContinuationScope");
            Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
            SCOPE = scope.getConstructor(String.class).newInstance("simulation");
            MAKE = lookup.findConstructor(continuation, MethodType.methodType(void.class, scope, Runnable.class))
                    .bindTo(SCOPE)
                    .asType(MethodType.methodType(Object.class, Runnable.class));
            RUN = lookup.findVirtual(continuation, "run", MethodType.methodType(void.class))
                    .asType(MethodType.methodType(void.class, Object.class));
            PAUSE = lookup.findStatic(continuation, "yield", MethodType.methodType(boolean.class, scope))
                    .bindTo(SCOPE);
            IS_DONE = lookup.findVirtual(continuation, "isDone", MethodType.methodType(boolean.class))
                    .asType(MethodType.methodType(boolean.class, Object.class));
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalStateException(
                    "start Java with --add-exports java.base/jdk.internal.vm=ALL-UNNAMED", hidden);
        }
    }

    private final Object continuation;
    private @Nullable Throwable fault;

    public Coroutine(Runnable body) {
        try {
            continuation = (Object) MAKE.invokeExact((Runnable) () -> run(body));
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private void run(Runnable body) {
        try {
            body.run();
        } catch (RuntimeException | Error thrown) {
            fault = thrown;
        }
    }

    /** Lets the code run until it pauses or ends; throws what it throws. */
    public void resume() {
        try {
            RUN.invokeExact(continuation);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
        Throwable thrown = fault;
        if (thrown != null) {
            fault = null;
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    public boolean isDone() {
        try {
            return (boolean) IS_DONE.invokeExact(continuation);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Pauses the coroutine that runs; returns when it is resumed. The code may not hold a monitor. */
    public static void pause() {
        try {
            boolean paused = (boolean) PAUSE.invokeExact();
            if (!paused) {
                throw new IllegalStateException("the coroutine cannot pause here");
            }
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
