/** Redis stand-alone, as a master with replicas and Sentinels, and as a Cluster. */
@NullMarked
package io.flashsale.devstack.server.redis;

import org.jspecify.annotations.NullMarked;
