/** Audits over HTTP: runs the library {@code auditor} on the services' databases. */
@NullMarked
package io.flashsale.controlroom.audit;

import org.jspecify.annotations.NullMarked;
