package io.flashsale.chaos.campaign;

import io.flashsale.chaos.CannotTestException;
import io.flashsale.chaos.report.RoundResult;
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

/** The CSV file with a line for each finished round, so that a campaign may take several sessions. */
public final class CampaignFile {

    private static final CSVFormat CSV = CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setRecordSeparator('\n')
            .get();

    private final Path file;
    private final String commit;
    private final boolean hasBuckets;
    private final List<RecordedRound> rounds;

    private CampaignFile(Path file, String commit, boolean hasBuckets, List<RecordedRound> rounds) {
        this.file = file;
        this.commit = commit;
        this.hasBuckets = hasBuckets;
        this.rounds = rounds;
    }

    /**
     * Opens the file, or makes a new one with a header.
     *
     * @param commit what is tested now
     * @param buckets of each sale in the next rounds; only a file that began with several buckets has a column
     *     for them
     * @throws CannotTestException if the file has other content, or cannot be written
     */
    public static CampaignFile in(Path file, String commit, int buckets) {
        Path whole = file.toAbsolutePath();
        try {
            if (!Files.exists(whole)) {
                Files.createDirectories(whole.getParent());
                List<String> header = buckets == 1 ? RecordedRound.HEADER : RecordedRound.HEADER_WITH_BUCKETS;
                Files.writeString(whole, CSV.format(header.toArray()) + "\n");
            }
        } catch (IOException e) {
            throw new CannotTestException("the results cannot be written to " + file + " (" + e + ")", e);
        }
        Content content = content(whole);
        if (buckets > 1 && !content.hasBuckets()) {
            throw new CannotTestException(file + " is of sales with one bucket each: name another file");
        }
        return new CampaignFile(whole, commit, content.hasBuckets(), content.rounds());
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

    /** Adds a line at once. */
    public void add(RoundKey key, RoundResult result, Duration duration) {
        RecordedRound played = RecordedRound.of(commit, key, result, duration);
        rounds.add(played);
        try {
            List<Object> values = hasBuckets ? played.valuesWithBuckets() : played.values();
            Files.writeString(file, CSV.format(values.toArray()) + "\n", StandardOpenOption.APPEND);
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

    private record Content(boolean hasBuckets, List<RecordedRound> rounds) {}

    static List<RecordedRound> read(Path file) {
        return content(file).rounds();
    }

    private static Content content(Path file) {
        try (CSVParser lines = CSVParser.parse(file, StandardCharsets.UTF_8, CSV)) {
            boolean hasBuckets = lines.getHeaderNames().equals(RecordedRound.HEADER_WITH_BUCKETS);
            if (!hasBuckets && !lines.getHeaderNames().equals(RecordedRound.HEADER)) {
                throw new CannotTestException(file + " is no file of rounds: its first line is not ours");
            }
            return new Content(
                    hasBuckets,
                    new ArrayList<>(
                            lines.stream().map(line -> round(line, hasBuckets)).toList()));
        } catch (IOException e) {
            throw new CannotTestException(file + " cannot be read (" + e + ")", e);
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            throw new CannotTestException(file + " is no file of rounds: " + e.getMessage(), e);
        }
    }

    private static RecordedRound round(CSVRecord line, boolean hasBuckets) {
        if (!line.isConsistent()) {
            throw new IllegalArgumentException("line " + line.getRecordNumber() + " has " + line.size() + " values");
        }
        return new RecordedRound(
                line.get("commit"),
                line.get("redis"),
                Integer.parseInt(line.get("instances")),
                hasBuckets ? Integer.parseInt(line.get("buckets")) : 1,
                Long.parseLong(line.get("seed")),
                Integer.parseInt(line.get("round")),
                Long.parseLong(line.get("seconds")),
                Integer.parseInt(line.get("shoppers")),
                Integer.parseInt(line.get("faults")),
                Long.parseLong(line.get("ok")),
                Long.parseLong(line.get("refused")),
                Long.parseLong(line.get("undecided")),
                line.get("violations"),
                Integer.parseInt(line.get("admittedLosses")),
                Integer.parseInt(line.get("rejectedAfterwards")),
                Long.parseLong(line.get("healedAfterMs")),
                Long.parseLong(line.get("convergedAfterMs")),
                Long.parseLong(line.get("durationMs")));
    }
}
