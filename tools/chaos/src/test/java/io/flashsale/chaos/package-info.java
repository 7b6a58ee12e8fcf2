@NullMarked
package io.flashsale.chaos;

import org.jspecify.annotations.NullMarked;
