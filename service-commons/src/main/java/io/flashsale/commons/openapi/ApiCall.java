package io.flashsale.commons.openapi;

import io.flashsale.contracts.problem.ProblemType;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the OpenAPI document says of a controller's method beyond what its signature says. Who may call it is taken from
 * the security rules.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ApiCall {

    /** What it does, in a few words. */
    String value();

    /** The status of its success. */
    int status() default 200;

    /** The media type of an answer that is made while it is written, and has no schema of its own. */
    String streams() default "";

    /** The problems that are this call's own; what any call may answer need not be named. */
    ProblemType[] refusals() default {};
}
