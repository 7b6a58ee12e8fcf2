/** How the gateway tells a crowd which place of a waiting room is served: one question a second for all of them. */
@NullMarked
package io.flashsale.gateway.serving;

import org.jspecify.annotations.NullMarked;
