/** What a demo begins with: sales, coupon templates and shoppers who have bought before. */
@NullMarked
package io.flashsale.devstack.launcher.seed;

import org.jspecify.annotations.NullMarked;
