/** Games over HTTP: players, places and views. */
@NullMarked
package io.flashsale.locklab.web.game;

import org.jspecify.annotations.NullMarked;
