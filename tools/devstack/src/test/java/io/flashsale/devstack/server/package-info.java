@NullMarked
package io.flashsale.devstack.server;

import org.jspecify.annotations.NullMarked;
