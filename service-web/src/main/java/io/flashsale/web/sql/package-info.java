/** What our tables have in common. */
@NullMarked
package io.flashsale.web.sql;

import org.jspecify.annotations.NullMarked;
