/** The process in which clients buy: a small JVM. Each run has two or more. */
@NullMarked
package io.flashsale.locklab.worker;

import org.jspecify.annotations.NullMarked;
