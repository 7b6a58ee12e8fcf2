@NullMarked
package io.flashsale.client;

import org.jspecify.annotations.NullMarked;
