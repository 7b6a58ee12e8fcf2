/** What belongs to no module: documents, course, deployment, settings, and what a build says at its end. */
@NullMarked
package io.flashsale.system.project;

import org.jspecify.annotations.NullMarked;
