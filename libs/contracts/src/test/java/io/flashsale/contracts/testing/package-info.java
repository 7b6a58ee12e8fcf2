/**
 * A service's promises to its callers, as tests. One module runs them against the real service, another against its
 * stub.
 */
@NullMarked
package io.flashsale.contracts.testing;

import org.jspecify.annotations.NullMarked;
