/** What the locks protect: stock that writes down who came, what was written by whom, and who left. */
@NullMarked
package io.flashsale.locklab.resource;

import org.jspecify.annotations.NullMarked;
