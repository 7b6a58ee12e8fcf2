@NullMarked
package io.flashsale.contracts.reservation;

import org.jspecify.annotations.NullMarked;
