/** The network between processes of one machine, as something that can be broken. */
@NullMarked
package io.flashsale.devstack.network;

import org.jspecify.annotations.NullMarked;
