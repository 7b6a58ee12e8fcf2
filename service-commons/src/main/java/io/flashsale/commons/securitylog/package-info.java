/** What a person who looks into an attack wants to read. */
@NullMarked
package io.flashsale.commons.securitylog;

import org.jspecify.annotations.NullMarked;
