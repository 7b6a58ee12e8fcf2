/** What all our tables share. */
@NullMarked
package io.flashsale.commons.sql;

import org.jspecify.annotations.NullMarked;
