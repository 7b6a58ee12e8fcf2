package io.flashsale.chaos.report;

import io.flashsale.chaos.CannotTestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** The CSV file with a line for each finished round, so that a campaign may take several sessions. */
public final class CampaignFile {

    private static final CSVFormat CSV = CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setRecordSeparator('\n')
            .get();

    private final @Nullable Path file;
    private final String commit;
    private final List<RecordedRound> rounds;

    private CampaignFile(@Nullable Path file, String commit, List<RecordedRound> rounds) {
        this.file = file;
        this.commit = commit;
        this.rounds = rounds;
    }

    /** No file: the results of this session are kept nowhere. */
    public static CampaignFile none() {
        return new CampaignFile(null, "", new ArrayList<>());
    }

    /**
     * Opens the file, or makes a new one with a header.
     *
     * @param commit what is tested now
     * @throws CannotTestException if the file has other content, or cannot be written
     */
    public static CampaignFile in(Path file, String commit) {
        Path whole = file.toAbsolutePath();
        try {
            if (!Files.exists(whole)) {
                Files.createDirectories(whole.getParent());
                Files.writeString(whole, CSV.format(RecordedRound.HEADER.toArray()) + "\n");
            }
        } catch (IOException e) {
            throw new CannotTestException("the results cannot be written to " + file + " (" + e + ")", e);
        }
        return new CampaignFile(whole, commit, read(whole));
    }

    /** The rounds in the file, whatever their result. */
    public Set<RoundKey> keys() {
        return rounds.stream().map(RecordedRound::key).collect(Collectors.toSet());
    }

    /** The rounds that did not hold. */
    public Set<RoundKey> broken() {
        return rounds.stream()
                .filter(round -> !round.holds())
                .map(RecordedRound::key)
                .collect(Collectors.toSet());
    }

    /** Adds a line at once, if there is a file. */
    public void add(RoundKey key, RoundResult result, Duration duration) {
        RecordedRound played = RecordedRound.of(commit, key, result, duration);
        rounds.add(played);
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, CSV.format(played.values().toArray()) + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The sums of a file as a Markdown table, see {@link Summary}.
     *
     * @throws CannotTestException if there is no such file, or it has other content
     */
    public static List<String> summary(Path file) {
        return Summary.table(read(file));
    }

    static List<RecordedRound> read(Path file) {
        try (CSVParser lines = CSVParser.parse(file, StandardCharsets.UTF_8, CSV)) {
            if (!lines.getHeaderNames().equals(RecordedRound.HEADER)) {
                throw new CannotTestException(file + " is no file of rounds: its first line is not ours");
            }
            return lines.stream().map(CampaignFile::round).collect(Collectors.toCollection(ArrayList::new));
        } catch (IOException e) {
            throw new CannotTestException(file + " cannot be read (" + e + ")", e);
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            throw new CannotTestException(file + " is no file of rounds: " + e.getMessage(), e);
        }
    }

    private static RecordedRound round(CSVRecord line) {
        if (!line.isConsistent()) {
            throw new IllegalArgumentException("line " + line.getRecordNumber() + " has " + line.size() + " values");
        }
        RoundKey key = new RoundKey(
                line.get("redis"),
                Integer.parseInt(line.get("instances")),
                Integer.parseInt(line.get("buckets")),
                Long.parseLong(line.get("seed")),
                Integer.parseInt(line.get("round")),
                Long.parseLong(line.get("seconds")),
                Integer.parseInt(line.get("shoppers")));
        return new RecordedRound(
                line.get("commit"),
                key,
                Integer.parseInt(line.get("faults")),
                Long.parseLong(line.get("ok")),
                Long.parseLong(line.get("refused")),
                Long.parseLong(line.get("undecided")),
                line.get("violations"),
                Long.parseLong(line.get("healedAfterMs")),
                Long.parseLong(line.get("convergedAfterMs")),
                Long.parseLong(line.get("durationMs")));
    }
}
