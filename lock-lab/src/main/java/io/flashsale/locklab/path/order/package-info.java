/** One order for each user: what is looked at, guarded and committed, and when. E1 and E4. */
@NullMarked
package io.flashsale.locklab.path.order;

import org.jspecify.annotations.NullMarked;
