package io.flashsale.devstack.process;

/** What a JVM does with its AOT cache. */
public enum AotUse {
    /** Starts without it, as at the very first start. */
    NONE,
    /** Starts with it, if it exists. */
    IF_THERE,
    /** Records what it does, so that {@link JvmProcess#makeAotCache} can make the cache of it. Starts more slowly. */
    RECORD
}
