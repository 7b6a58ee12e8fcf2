@NullMarked
package io.flashsale.devstack.launcher.seed;

import org.jspecify.annotations.NullMarked;
