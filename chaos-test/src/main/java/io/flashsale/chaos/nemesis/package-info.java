/** What is broken, when, and for how long: decided before the round begins, by its seed alone. */
@NullMarked
package io.flashsale.chaos.nemesis;

import org.jspecify.annotations.NullMarked;
