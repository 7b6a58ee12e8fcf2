/** Scripts that several cases share, so that the same fault hits a scheme and its cure. */
@NullMarked
package io.flashsale.locklab.fault;

import org.jspecify.annotations.NullMarked;
