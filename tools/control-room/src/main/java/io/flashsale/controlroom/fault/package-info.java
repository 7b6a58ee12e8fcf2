/** Breaking the demo on purpose, through the demo's launcher. */
@NullMarked
package io.flashsale.controlroom.fault;

import org.jspecify.annotations.NullMarked;
