/** How Redis holds gates and outbox: keys and shards, scripts, replicas, and leaders. */
@NullMarked
package io.flashsale.admission.redis;

import org.jspecify.annotations.NullMarked;
