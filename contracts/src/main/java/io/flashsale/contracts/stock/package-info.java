@NullMarked
package io.flashsale.contracts.stock;

import org.jspecify.annotations.NullMarked;
