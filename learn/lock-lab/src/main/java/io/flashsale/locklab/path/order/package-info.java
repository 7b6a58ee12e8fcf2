/** E1 and E4: one order for each user, and the order of check, lock and commit. */
@NullMarked
package io.flashsale.locklab.path.order;

import org.jspecify.annotations.NullMarked;
