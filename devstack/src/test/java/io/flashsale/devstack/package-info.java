@NullMarked
package io.flashsale.devstack;

import org.jspecify.annotations.NullMarked;
