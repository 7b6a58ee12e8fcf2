@NullMarked
package io.flashsale.benchmark;

import org.jspecify.annotations.NullMarked;
