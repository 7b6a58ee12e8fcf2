/** Records administrators' changes, in one table for each service that offers changes. */
@NullMarked
package io.flashsale.commons.adminchange;

import org.jspecify.annotations.NullMarked;
