/** The cases: what each scheme guarantees and does not guarantee, and the scenarios that show both. */
@NullMarked
package io.flashsale.locklab.catalogue;

import org.jspecify.annotations.NullMarked;
