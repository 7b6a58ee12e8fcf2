@NullMarked
package io.flashsale.devstack.process;

import org.jspecify.annotations.NullMarked;
