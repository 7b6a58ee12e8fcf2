@NullMarked
package io.flashsale.devstack.network;

import org.jspecify.annotations.NullMarked;
