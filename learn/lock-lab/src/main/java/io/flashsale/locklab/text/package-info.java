/** Texts for people: about the cases and runs in English and in Chinese, from one resource, and tables for terminals. */
@NullMarked
package io.flashsale.locklab.text;

import org.jspecify.annotations.NullMarked;
