package io.flashsale.locklab.own;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scenario.WaitingSigns;
import io.flashsale.locklab.scheme.LockScheme;
import io.flashsale.locklab.zookeeper.Ensemble;
import io.flashsale.locklab.zookeeper.ZkClient;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;

/**
 * A contributed class: a {@link LockScheme} or a {@link Purchase}. Its one public constructor takes any of
 * {@link OwnSchemes#PARAMETERS}.
 *
 * @param type as loaded in this process; not initialized
 */
public record OwnScheme(Class<?> type, OwnClasses classes) {

    /** Tells a worker that the class comes with the settings. */
    public static final String ID = "OWN";

    /** The operation in which a client of a {@link Purchase} repeats its latest order with the same id. */
    public static final String REPEAT = "repeat";

    static final String CLASS = "own-class";
    static final String CLASSES = "own-classes";

    /** @throws OwnFileException if the class is neither, or lacks the constructor */
    public OwnScheme {
        String name = type.getSimpleName();
        if (!LockScheme.class.isAssignableFrom(type) && !Purchase.class.isAssignableFrom(type)) {
            throw new OwnFileException(name + " implements neither LockScheme nor Purchase");
        }
        if (!Modifier.isPublic(type.getModifiers()) || Modifier.isAbstract(type.getModifiers())) {
            throw new OwnFileException(name + " is not public, or abstract");
        }
        Constructor<?>[] constructors = type.getConstructors();
        if (constructors.length != 1
                || !OwnSchemes.PARAMETERS.containsAll(Arrays.asList(constructors[0].getParameterTypes()))) {
            throw new OwnFileException(name + " needs one public constructor, with no parameters but Redis, Database,"
                    + " StringRedisTemplate, ZkClient and Duration (of the lease)");
        }
    }

    public boolean isLock() {
        return LockScheme.class.isAssignableFrom(type);
    }

    public boolean usesDatabase() {
        return uses(Database.class);
    }

    private boolean uses(Class<?> parameter) {
        return Arrays.asList(type.getConstructors()[0].getParameterTypes()).contains(parameter);
    }

    /** Wraps the scheme as a case outside the catalogue, so that only a command can run it. */
    public Case asCase(WaitingSigns signs, Scenario... scenarios) {
        Case.Builder builder = Case.of(ID, isLock() ? Kind.LOCK : Kind.STOCK).waitingShows(signs);
        if (usesDatabase()) {
            builder.on(LabDatabase.KIND);
        }
        if (uses(ZkClient.class)) {
            builder.on(Ensemble.KIND);
        }
        return builder.scheme(type, OwnSchemes::open, scenarios);
    }

    /** The settings from which a worker makes the scheme. */
    public Map<String, String> settings() {
        return Map.of(CLASS, type.getName(), CLASSES, classes.text());
    }

    /** The name in sentences. */
    public String name() {
        return type.getSimpleName();
    }
}
