/** The course on locks as pages of the shop: its Markdown, rendered, and the files that it links to. */
@NullMarked
package io.flashsale.locklab.course;

import org.jspecify.annotations.NullMarked;
