/**
 * The auditor, a library and a command: reads MySQL, Redis and Kafka itself, compares, and judges whether the invariants of
 * docs/invariants.md hold. It starts no web service.
 */
@NullMarked
package io.flashsale.auditor;

import org.jspecify.annotations.NullMarked;
