/** What a service promises its callers, as tests: a module runs them against its real service, another one against its stub of it. */
@NullMarked
package io.flashsale.contracts.testing;

import org.jspecify.annotations.NullMarked;
