/** Audits over HTTP: the library {@code auditor}, told where the services keep their data. */
@NullMarked
package io.flashsale.controlroom.audit;

import org.jspecify.annotations.NullMarked;
