/** Breaks and repairs servers, services and lines of a running system on request. */
@NullMarked
package io.flashsale.devstack.fault;

import org.jspecify.annotations.NullMarked;
