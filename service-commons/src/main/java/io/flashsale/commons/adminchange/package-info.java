/** The record of what administrators have changed: one table in each schema of a service that has something to change. */
@NullMarked
package io.flashsale.commons.adminchange;

import org.jspecify.annotations.NullMarked;
