package io.flashsale.locklab.judging;

import java.util.List;

/**
 * One move, and what it did.
 *
 * @param code such as {@code pa}
 * @param who whose move it was; empty if nobody's
 * @param what command, or event
 * @param answer of the server; empty if none arrived
 * @param line of the file that sent it; 0 if none did
 * @param stored what the servers hold afterwards
 * @param sold units so far
 * @param left units that are in stock afterwards
 */
public record ReplayedMove(
        String code, String who, String what, String answer, int line, List<String> stored, int sold, int left) {}
