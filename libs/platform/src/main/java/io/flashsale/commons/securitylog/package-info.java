/** The security log, for persons who investigate an attack. */
@NullMarked
package io.flashsale.commons.securitylog;

import org.jspecify.annotations.NullMarked;
