/** The live view of a running sale: snapshots of its databases, its queues and the services' meters. */
@NullMarked
package io.flashsale.controlroom.live;

import org.jspecify.annotations.NullMarked;
