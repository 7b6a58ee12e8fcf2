/**
 * The auditor, a library and a command that checks the invariants of docs/invariants.md.
 *
 * <p>It reads MySQL, Redis and Kafka itself and compares them. It starts no web service.
 */
@NullMarked
package io.flashsale.auditor;

import org.jspecify.annotations.NullMarked;
