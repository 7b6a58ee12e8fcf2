@NullMarked
package io.flashsale.contracts.order;

import org.jspecify.annotations.NullMarked;
