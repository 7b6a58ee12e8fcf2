@NullMarked
package io.flashsale.client.crowd;

import org.jspecify.annotations.NullMarked;
