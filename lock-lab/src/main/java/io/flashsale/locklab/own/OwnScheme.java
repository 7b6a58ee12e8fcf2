package io.flashsale.locklab.own;

import io.flashsale.locklab.catalogue.Case;
import io.flashsale.locklab.catalogue.Kind;
import io.flashsale.locklab.catalogue.Scenario;
import io.flashsale.locklab.database.Database;
import io.flashsale.locklab.database.LabDatabase;
import io.flashsale.locklab.scenario.WaitingSigns;
import io.flashsale.locklab.scheme.LockScheme;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;

/**
 * A class that somebody has brought: a {@link LockScheme} or a {@link Purchase}, with one public constructor that takes what it
 * needs of {@link OwnSchemes#PARAMETERS}.
 *
 * @param type as this process knows it; it was not initialized
 */
public record OwnScheme(Class<?> type, OwnClasses classes) {

    /** By which a worker knows that the class comes with the settings. */
    public static final String ID = "OWN";

    /** The operation of a client of a {@link Purchase} that orders once more, with the same id, what they have just got. */
    public static final String REPEAT = "repeat";

    static final String CLASS = "own-class";
    static final String CLASSES = "own-classes";

    /** @throws OwnFileException if nothing of this kind can be made of the class */
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
            throw new OwnFileException(name + " needs one public constructor, with no parameters but Redis, Database"
                    + " and Duration (of the lease)");
        }
    }

    public boolean isLock() {
        return LockScheme.class.isAssignableFrom(type);
    }

    public boolean usesDatabase() {
        return Arrays.asList(type.getConstructors()[0].getParameterTypes()).contains(Database.class);
    }

    /** The same as a case: of no catalogue, so that nothing but a command can run it. */
    public Case asCase(WaitingSigns signs, Scenario... scenarios) {
        Case.Builder builder = Case.of(ID, isLock() ? Kind.LOCK : Kind.STOCK).waitingShows(signs);
        if (usesDatabase()) {
            builder.on(LabDatabase.KIND);
        }
        return builder.scheme(type, OwnSchemes::open, scenarios);
    }

    /** What a worker has to be told to carry it out. */
    public Map<String, String> settings() {
        return Map.of(CLASS, type.getName(), CLASSES, classes.text());
    }

    /** As it is called in sentences. */
    public String name() {
        return type.getSimpleName();
    }
}
