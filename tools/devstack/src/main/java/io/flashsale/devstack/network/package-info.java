/** A breakable network between the processes of one machine. */
@NullMarked
package io.flashsale.devstack.network;

import org.jspecify.annotations.NullMarked;
