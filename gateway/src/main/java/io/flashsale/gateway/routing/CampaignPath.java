package io.flashsale.gateway.routing;

import java.util.OptionalLong;

/**
 * The path of one kind of call that concerns one campaign.
 *
 * @param pattern with the campaign's id in braces
 */
public record CampaignPath(String pattern, String beforeId, String afterId) {

    private static final int MAX_DIGITS = 18; // fits into a long for sure

    public static CampaignPath of(String pattern) {
        return new CampaignPath(
                pattern, pattern.substring(0, pattern.indexOf('{')), pattern.substring(pattern.indexOf('}') + 1));
    }

    /** The campaign's id in this path, exactly as sent; empty if it is another path or has no number. */
    public OptionalLong idIn(String path) {
        int from = beforeId.length();
        int to = path.length() - afterId.length();
        if (to <= from || to - from > MAX_DIGITS || !path.startsWith(beforeId) || !path.endsWith(afterId)) {
            return OptionalLong.empty();
        }
        for (int i = from; i < to; i++) {
            if (path.charAt(i) < '0' || path.charAt(i) > '9') {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(Long.parseLong(path, from, to, 10));
    }
}
