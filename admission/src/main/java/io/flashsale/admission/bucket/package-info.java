/** The stock of one campaign in several buckets: whose bucket is whose, and how units get to one that is empty. */
@NullMarked
package io.flashsale.admission.bucket;

import org.jspecify.annotations.NullMarked;
