@NullMarked
package io.flashsale.benchmark.model;

import org.jspecify.annotations.NullMarked;
