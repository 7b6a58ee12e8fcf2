/** What an admin sees of a running sale: snapshots of its books, its queues and the services' meters. */
@NullMarked
package io.flashsale.lab.live;

import org.jspecify.annotations.NullMarked;
