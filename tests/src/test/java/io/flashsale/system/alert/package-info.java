/** Fires and silences each alert of deploy/prometheus on the real servers. */
@NullMarked
package io.flashsale.system.alert;

import org.jspecify.annotations.NullMarked;
