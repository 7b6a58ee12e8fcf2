@NullMarked
package io.flashsale.client.entry;

import org.jspecify.annotations.NullMarked;
