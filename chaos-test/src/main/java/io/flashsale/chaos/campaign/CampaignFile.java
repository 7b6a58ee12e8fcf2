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

/** The file (CSV) to which each round adds a line when it is over, so that one campaign may take several sessions. */
public final class CampaignFile {

    private static final CSVFormat CSV = CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setRecordSeparator('\n')
            .get();

    private final Path file;
    private final String commit;
    private final List<RecordedRound> rounds;

    private CampaignFile(Path file, String commit, List<RecordedRound> rounds) {
        this.file = file;
        this.commit = commit;
        this.rounds = rounds;
    }

    /**
     * The file as it is, or a new one that has a header only.
     *
     * @param commit what is tested now
     * @throws CannotTestException if it is something else, or cannot be written
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

    /** Which rounds the file has, whatever came of them. */
    public Set<RoundKey> keys() {
        return rounds.stream().map(RecordedRound::key).collect(Collectors.toSet());
    }

    /** Adds a line, at once. */
    public void add(RoundKey key, RoundResult result, Duration duration) {
        RecordedRound played = RecordedRound.of(commit, key, result, duration);
        rounds.add(played);
        try {
            Files.writeString(file, CSV.format(played.values().toArray()) + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The sums of a file as a table in Markdown, see {@link Summary}.
     *
     * @throws CannotTestException if there is no such file, or it is something else
     */
    public static List<String> summary(Path file) {
        return Summary.table(read(file));
    }

    static List<RecordedRound> read(Path file) {
        try (CSVParser lines = CSVParser.parse(file, StandardCharsets.UTF_8, CSV)) {
            if (!lines.getHeaderNames().equals(RecordedRound.HEADER)) {
                throw new CannotTestException(file + " is no file of rounds: its first line is not ours");
            }
            return new ArrayList<>(lines.stream().map(CampaignFile::round).toList());
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
        return new RecordedRound(
                line.get("commit"),
                line.get("redis"),
                Integer.parseInt(line.get("instances")),
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
                Long.parseLong(line.get("healedAfterMs")),
                Long.parseLong(line.get("convergedAfterMs")),
                Long.parseLong(line.get("durationMs")));
    }
}
