/** Real servers and services as child processes: for the integration tests, the system tests and {@code ./demo}. */
@NullMarked
package io.flashsale.devstack;

import org.jspecify.annotations.NullMarked;
