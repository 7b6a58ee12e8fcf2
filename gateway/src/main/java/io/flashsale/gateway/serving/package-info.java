/** Tells a crowd which place of a waiting room is being served, with one question a second for all. */
@NullMarked
package io.flashsale.gateway.serving;

import org.jspecify.annotations.NullMarked;
