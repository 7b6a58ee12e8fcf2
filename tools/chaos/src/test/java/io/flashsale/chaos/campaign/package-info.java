@NullMarked
package io.flashsale.chaos.campaign;

import org.jspecify.annotations.NullMarked;
