/** Products and sales. */
@NullMarked
package io.flashsale.client.sale;

import org.jspecify.annotations.NullMarked;
