/** What the bench has measured, turned into what other rates and other machines would need. */
@NullMarked
package io.flashsale.benchmark.model;

import org.jspecify.annotations.NullMarked;
