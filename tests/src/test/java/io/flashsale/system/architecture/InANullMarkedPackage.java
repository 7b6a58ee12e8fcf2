package io.flashsale.system.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** The package has a package-info; another rule requires each package-info to be null-marked. */
final class InANullMarkedPackage extends ArchCondition<JavaClass> {

    private final JavaClasses all;

    InANullMarkedPackage(JavaClasses all) {
        super("be in a package with a package-info");
        this.all = all;
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        if (!all.contain(type.getPackageName() + ".package-info")) {
            events.add(SimpleConditionEvent.violated(type, type.getPackageName() + " has no package-info"));
        }
    }
}
