/** What our tables have in common. */
@NullMarked
package io.flashsale.commons.sql;

import org.jspecify.annotations.NullMarked;
