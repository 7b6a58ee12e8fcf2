/** Buying without a lock, and with a lock that only one JVM knows. */
@NullMarked
package io.flashsale.locklab.jvm;

import org.jspecify.annotations.NullMarked;
