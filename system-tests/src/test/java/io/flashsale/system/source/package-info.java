/** What holds of every source: the words that it uses, and that a jar which it goes into is built again. */
@NullMarked
package io.flashsale.system.source;

import org.jspecify.annotations.NullMarked;
