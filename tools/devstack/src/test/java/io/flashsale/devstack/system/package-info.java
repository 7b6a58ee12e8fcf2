@NullMarked
package io.flashsale.devstack.system;

import org.jspecify.annotations.NullMarked;
