/** Where scenarios run. Clients in worker processes can be held, throw and die at fail points; servers can stop. */
@NullMarked
package io.flashsale.locklab.scenario;

import org.jspecify.annotations.NullMarked;
