/** What the alerts of ops/prometheus tell of, brought about on the real servers: each fires there, and falls silent. */
@NullMarked
package io.flashsale.system.alert;

import org.jspecify.annotations.NullMarked;
