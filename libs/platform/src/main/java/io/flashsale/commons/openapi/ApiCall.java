package io.flashsale.commons.openapi;

import io.flashsale.contracts.problem.ProblemType;
import io.flashsale.contracts.problem.RefusalReason;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the OpenAPI document says of a controller method beyond its signature. The security rules say who may call
 * it.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ApiCall {

    /** A short description. */
    String value();

    int status() default 200;

    /** The media type of a streamed answer, which has no schema. */
    String streams() default "";

    /** The problems of this call alone, without those that any call may answer. */
    ProblemType[] refusals() default {};

    /** The campaigns of which this call requests a unit: it may answer all their refusals. */
    RefusalReason.Campaign[] refusalsOf() default {};
}
