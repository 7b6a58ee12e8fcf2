@NullMarked
package io.flashsale.chaos.checker;

import org.jspecify.annotations.NullMarked;
