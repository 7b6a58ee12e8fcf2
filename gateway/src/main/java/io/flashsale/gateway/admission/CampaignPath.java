package io.flashsale.gateway.admission;

import java.util.OptionalLong;

/**
 * The path of requests for a unit of one campaign.
 *
 * @param pattern with the campaign's id as {@code {id}}
 */
record CampaignPath(String pattern, String beforeId, String afterId) {

    private static final String ID = "{id}";
    private static final int MAX_DIGITS = 18; // fits into a long for sure

    static CampaignPath of(String pattern) {
        int id = pattern.indexOf(ID);
        return new CampaignPath(pattern, pattern.substring(0, id), pattern.substring(id + ID.length()));
    }

    /** The campaign's id in this path, exactly as sent; empty if it is another path or has no number. */
    OptionalLong idIn(String path) {
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
