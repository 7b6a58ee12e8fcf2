/** The process in which clients buy: a small JVM of its own, of which a run has two or more. */
@NullMarked
package io.flashsale.locklab.worker;

import org.jspecify.annotations.NullMarked;
