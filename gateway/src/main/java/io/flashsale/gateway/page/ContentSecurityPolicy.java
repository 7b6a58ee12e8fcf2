package io.flashsale.gateway.page;

/**
 * What a page of ours may do in a browser (Content-Security-Policy, CSP Level 3): load files of its own kind and talk to
 * its own server, nothing else.
 *
 * @param scripts where scripts may come from
 * @param styles where styles may come from
 * @param images where pictures may come from
 */
public record ContentSecurityPolicy(String scripts, String styles, String images) {

    private static final String SELF = "'self'";

    /** Files of ours, and nothing more. */
    public static final ContentSecurityPolicy OWN_FILES = new ContentSecurityPolicy(SELF, SELF, SELF);

    /** @param source as CSP writes it, such as the hash of a script that stands in the page itself */
    public ContentSecurityPolicy andScriptsFrom(String source) {
        return new ContentSecurityPolicy(scripts + " " + source, styles, images);
    }

    /** @param source as CSP writes it */
    public ContentSecurityPolicy andStylesFrom(String source) {
        return new ContentSecurityPolicy(scripts, styles + " " + source, images);
    }

    /** @param source as CSP writes it */
    public ContentSecurityPolicy andImagesFrom(String source) {
        return new ContentSecurityPolicy(scripts, styles, images + " " + source);
    }

    /** The value of the header. */
    public String header() {
        return String.join(
                "; ",
                "default-src 'none'",
                "script-src " + scripts,
                "style-src " + styles,
                "img-src " + images,
                "connect-src 'self'",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'none'");
    }
}
