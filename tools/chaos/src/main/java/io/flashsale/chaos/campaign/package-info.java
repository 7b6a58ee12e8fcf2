/** The results of several sessions in one file, and their totals. */
@NullMarked
package io.flashsale.chaos.campaign;

import org.jspecify.annotations.NullMarked;
