/** Texts for people about the cases and the runs: one resource, in English and in Chinese. */
@NullMarked
package io.flashsale.locklab.text;

import org.jspecify.annotations.NullMarked;
