/** Servers as one stack, our services on them as one system, and the stack that all tests of a build share. */
@NullMarked
package io.flashsale.devstack.system;

import org.jspecify.annotations.NullMarked;
