/** Games over HTTP: who plays, where there is room, and what a game answers. */
@NullMarked
package io.flashsale.locklab.web.game;

import org.jspecify.annotations.NullMarked;
