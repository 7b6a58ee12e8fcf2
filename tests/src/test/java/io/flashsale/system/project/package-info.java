/** Checks what belongs to no module: documents, course, deployment and settings. */
@NullMarked
package io.flashsale.system.project;

import org.jspecify.annotations.NullMarked;
