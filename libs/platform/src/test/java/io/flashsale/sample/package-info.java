@NullMarked
package io.flashsale.sample;

import org.jspecify.annotations.NullMarked;
