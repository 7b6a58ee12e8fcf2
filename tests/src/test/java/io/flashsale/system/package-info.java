/**
 * Tests of the whole system as real processes, under crowds, crashes and outages.
 *
 * <p>Also checks what belongs to no single module: the architecture, the documents and the deployment.
 */
@NullMarked
package io.flashsale.system;

import org.jspecify.annotations.NullMarked;
