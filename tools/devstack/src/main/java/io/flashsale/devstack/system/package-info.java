/** The servers as one stack, our services on them as one system, and the shared stack of a build's tests. */
@NullMarked
package io.flashsale.devstack.system;

import org.jspecify.annotations.NullMarked;
