package io.flashsale.commons.problem;

import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.NativeWebRequest;

/**
 * Ignores an unreadable Accept header. A refusal would need a form that the caller accepts, so it would be a status
 * without a problem.
 */
final class LenientAccept extends HeaderContentNegotiationStrategy {

    @Override
    public List<MediaType> resolveMediaTypes(NativeWebRequest request) {
        try {
            return super.resolveMediaTypes(request);
        } catch (HttpMediaTypeNotAcceptableException unreadable) {
            return MEDIA_TYPE_ALL_LIST;
        }
    }
}
