package io.flashsale.commons.sql;

/** The condition that a column is one of the ids that a mapper's method is given. */
public final class InIds {

    /** Follows a column in a {@code <script>}; parameter {@code ids} is a collection of at least one. */
    public static final String IN_IDS =
            "IN <foreach collection='ids' item='id' open='(' separator=',' close=')'>#{id}</foreach>";

    private InIds() {}
}
