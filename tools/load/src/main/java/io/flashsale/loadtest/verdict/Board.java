package io.flashsale.loadtest.verdict;

import io.flashsale.loadtest.CannotMeasureException;
import io.flashsale.loadtest.EntryMode;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The public state of a waiting room.
 *
 * @param entered the last number that was given
 * @param serving the last place that was served
 * @param lottery null for a sale without a lottery
 */
public record Board(
        EntryMode mode,
        long entered,
        long serving,
        @Nullable Lottery lottery) {

    /**
     * How the sequence is drawn.
     *
     * @param seedHash SHA-256 of the seed, in hex
     * @param drawn empty until the sale opens
     */
    public record Lottery(String seedHash, Optional<Drawn> drawn) {}

    /**
     * What determines the sequence, public from the opening on.
     *
     * @param size how many of the first numbers take part
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Drawn(byte[] seed, long size) {}

    /** @throws CannotMeasureException if there is no waiting room */
    public static Board of(JsonNode json) {
        String mode = json.path("mode").asString("");
        return switch (mode) {
            case "QUEUE" -> board(EntryMode.QUEUE, json, null);
            case "LOTTERY" -> board(EntryMode.LOTTERY, json, lottery(json.path("lottery")));
            default -> throw new CannotMeasureException("Nobody waits in a sale of mode " + mode + ".");
        };
    }

    private static Board board(EntryMode mode, JsonNode json, @Nullable Lottery lottery) {
        return new Board(
                mode, json.path("entered").asLong(0), json.path("serving").asLong(0), lottery);
    }

    private static Lottery lottery(JsonNode json) {
        String seed = json.path("seed").asString("");
        Optional<Drawn> drawn = seed.isEmpty()
                ? Optional.empty()
                : Optional.of(new Drawn(
                        HexFormat.of().parseHex(seed), json.path("size").asLong(0)));
        return new Lottery(json.path("seedHash").asString(""), drawn);
    }
}
