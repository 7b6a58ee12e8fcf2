/** A real OpenID provider for tests of logging in. */
@NullMarked
package io.flashsale.accounts.testing;

import org.jspecify.annotations.NullMarked;
