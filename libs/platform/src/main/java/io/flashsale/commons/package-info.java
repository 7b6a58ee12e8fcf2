@NullMarked
package io.flashsale.commons;

import org.jspecify.annotations.NullMarked;
