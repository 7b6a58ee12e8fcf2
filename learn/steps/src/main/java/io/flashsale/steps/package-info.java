/** A flash sale that grows in ten steps. Each package is one step, which runs alone as a Spring Boot application. */
@NullMarked
package io.flashsale.steps;

import org.jspecify.annotations.NullMarked;
