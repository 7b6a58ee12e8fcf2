/** What the locks protect: stock with a journal of who came, who wrote what, and who left. */
@NullMarked
package io.flashsale.locklab.resource;

import org.jspecify.annotations.NullMarked;
