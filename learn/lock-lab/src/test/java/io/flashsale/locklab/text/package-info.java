@NullMarked
package io.flashsale.locklab.text;

import org.jspecify.annotations.NullMarked;
