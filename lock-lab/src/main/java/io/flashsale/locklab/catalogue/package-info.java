/** The cases: each scheme with what it guarantees, what it does not, and the scenarios that show both. */
@NullMarked
package io.flashsale.locklab.catalogue;

import org.jspecify.annotations.NullMarked;
