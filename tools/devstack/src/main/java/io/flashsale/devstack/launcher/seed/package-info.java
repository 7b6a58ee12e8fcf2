/** The demo's initial data: sales, coupon templates and shoppers with earlier purchases. */
@NullMarked
package io.flashsale.devstack.launcher.seed;

import org.jspecify.annotations.NullMarked;
