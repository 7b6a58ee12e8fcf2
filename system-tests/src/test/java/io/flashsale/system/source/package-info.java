/** What jars are made of: they are built again when a source has changed, and they list what is in them. */
@NullMarked
package io.flashsale.system.source;

import org.jspecify.annotations.NullMarked;
