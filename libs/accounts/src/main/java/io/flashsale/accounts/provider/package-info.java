/** Lets users log in with an OpenID provider. It only vouches for them: sessions and tokens stay ours. */
@NullMarked
package io.flashsale.accounts.provider;

import org.jspecify.annotations.NullMarked;
