/** How gates and outbox are kept in Redis: keys and shards, scripts, what replicas have, and who leads. */
@NullMarked
package io.flashsale.admission.redis;

import org.jspecify.annotations.NullMarked;
