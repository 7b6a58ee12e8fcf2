package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ChildProcess;
import io.flashsale.locklab.trace.Recording;
import io.flashsale.locklab.trace.TraceStep;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A worker process, as a scenario sees it. Each line is one message; words that may contain spaces are URL-encoded.
 * {@code WorkerMain} lists the messages.
 */
public final class Worker implements AutoCloseable {

    /** Generous, because a loaded machine is slow, and a dead process is noticed at once anyway. */
    static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static final String ENDED = "ended";

    /** The messages that report where a client has got to. */
    private static final Set<String> NEWS = Set.of("at", "before", "done");

    private static final Set<String> PARKED = Set.of("WAITING", "TIMED_WAITING", "BLOCKED");

    private final ChildProcess process;
    private final BlockingQueue<List<String>> answers = new LinkedBlockingQueue<>();
    private final Map<String, BlockingQueue<List<String>>> news = new ConcurrentHashMap<>();
    private volatile boolean ended;
    private volatile @Nullable Recording recording;
    private volatile int number;
    private volatile boolean paused;

    private Worker(ChildProcess process) {
        this.process = process;
    }

    /** Wraps a process that has just started; returns when it is ready. */
    public static Worker on(ChildProcess process) {
        Worker worker = new Worker(process);
        Thread.ofVirtual().name(process.name()).start(worker::listen);
        worker.answer("ready");
        return worker;
    }

    private void listen() {
        try (BufferedReader lines = process.output()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                List<String> words = List.of(line.split(" "));
                if (words.getFirst().equals("step")) {
                    record(words);
                } else if (NEWS.contains(words.getFirst())) {
                    newsOf(words.get(1)).add(words);
                } else {
                    answers.add(words);
                }
            }
        } catch (IOException killed) {
            // expected: scenarios kill processes
        } finally {
            ended = true;
            answers.add(List.of(ENDED));
            news.values().forEach(queue -> queue.add(List.of(ENDED)));
        }
    }

    private void record(List<String> words) {
        Recording present = recording;
        if (present != null) {
            try {
                present.tell(number, TraceStep.parse(words.subList(1, words.size())));
            } catch (IllegalArgumentException halfALine) {
                // the process was killed while it wrote this
            }
        }
    }

    private void mark(TraceStep.Kind kind) {
        Recording present = recording;
        if (present != null) {
            present.mark(kind, number);
        }
    }

    /** Looks at the servers, to show who holds a lock when one of its clients is held or ends. */
    void look() {
        Recording present = recording;
        if (present != null) {
            present.look();
        }
    }

    private BlockingQueue<List<String>> newsOf(String client) {
        return news.computeIfAbsent(client, name -> new LinkedBlockingQueue<>());
    }

    public boolean isRunning() {
        return !ended && process.isRunning();
    }

    /** Pauses the process (SIGSTOP): all its clients, and the scheme's background work. */
    public void pause() {
        process.pause();
        paused = true;
        mark(TraceStep.Kind.PAUSED);
    }

    /** Resumes the process (SIGCONT). */
    public void resume() {
        if (paused) {
            paused = false;
            mark(TraceStep.Kind.RESUMED);
        }
        process.resume();
    }

    /** Kills the process (SIGKILL). */
    public void kill() {
        mark(TraceStep.Kind.KILLED);
        process.kill();
    }

    /** Sends a message; {@code WorkerMain} lists them. */
    public void say(String... words) {
        try {
            process.say(String.join(" ", words));
        } catch (IOException gone) {
            throw new ScenarioException(process.name() + " has ended, see " + process.logFile());
        }
    }

    /**
     * Makes it report each step of the open case.
     *
     * @param as its number in the run, from 1
     * @param atMost the number of steps after which it reports no more
     * @param shownClass the class whose source is shown for the scheme
     */
    public void recordOn(Recording newRecording, int as, int atMost, Class<?> shownClass) {
        recording = newRecording;
        number = as;
        say("trace", Integer.toString(atMost), shownClass.getName());
    }

    public void open(String caseId, String item, Map<String, String> settings) {
        news.clear();
        recording = null;
        say(
                "open",
                caseId,
                item,
                settings.entrySet().stream()
                        .map(entry ->
                                entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining(" ")));
        answer("opened");
    }

    public void fill(int units) {
        say("fill", Integer.toString(units));
        answer("filled");
    }

    /** What is left, as the scheme says. */
    public int left() {
        say("left");
        return Integer.parseInt(answer("left").get(1));
    }

    /** Starts buyers that buy until everything is sold or the time is over. Does not wait for them. */
    public void sendCrowd(int firstNumber, int buyers, Duration atMost) {
        say("crowd", Integer.toString(firstNumber), Integer.toString(buyers), Long.toString(atMost.toMillis()));
    }

    /**
     * The result of a crowd.
     *
     * @param tooLate buyers that ran out of time before everything was sold
     * @param fault the message of the first exception that a buyer got, or an empty text
     */
    public record CrowdLeft(int tooLate, String fault) {}

    /** Waits until all buyers have left. */
    public CrowdLeft awaitCrowd(Duration atMost) {
        List<String> words = answer("crowd-left", atMost.plus(TIMEOUT));
        return new CrowdLeft(Integer.parseInt(words.get(1)), words.size() > 2 ? decode(words.get(2)) : "");
    }

    /** How often each step was reached since the case was opened. */
    public Map<String, Long> counts() {
        say("counts");
        return answer("counts").stream()
                .skip(1)
                .map(word -> word.split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> Long.valueOf(pair[1])));
    }

    public void closeCase() {
        say("close");
        answer("closed");
    }

    private List<String> answer(String wanted) {
        return answer(wanted, TIMEOUT);
    }

    private List<String> answer(String wanted, Duration timeout) {
        List<String> words = next(answers, wanted, timeout);
        if (!words.getFirst().equals(wanted)) {
            throw new ScenarioException(
                    process.name() + ": " + (words.size() > 1 ? decode(words.get(1)) : words.getFirst()));
        }
        return words;
    }

    /** Whether a client has news that the script has not asked for yet. */
    boolean hasNews(String client) {
        return !newsOf(client).isEmpty();
    }

    /** Waits for the client's next news and returns it. */
    public List<String> awaitNews(String client, String wanted) {
        return next(newsOf(client), client + " " + wanted, TIMEOUT);
    }

    private List<String> next(BlockingQueue<List<String>> queue, String wanted, Duration timeout) {
        try {
            List<String> words = queue.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (words == null) {
                throw new ScenarioException("waited " + timeout.toSeconds() + " s in vain for: " + wanted);
            }
            if (words.getFirst().equals(ENDED)) {
                throw new ScenarioException(process.name() + " has ended, see " + process.logFile());
            }
            return words;
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    /** Waits this long for the client's next news; returns null if there is none. */
    public @Nullable List<String> newsWithin(String client, Duration time) {
        BlockingQueue<List<String>> queue = newsOf(client);
        try {
            List<String> first = queue.poll(time.toMillis(), TimeUnit.MILLISECONDS);
            if (first != null && first.getFirst().equals(ENDED)) {
                throw new ScenarioException(process.name() + " has ended, see " + process.logFile());
            }
            return first;
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new ScenarioException("cancelled");
        }
    }

    /** Whether a client's thread is parked in the JVM: it sleeps, or waits for a lock, a latch or another thread. */
    public boolean isParked(String client) {
        return PARKED.contains(threadState(client));
    }

    /** Whether it is parked without a time-out, until another thread wakes it. */
    public boolean isParkedForEver(String client) {
        String state = threadState(client);
        return PARKED.contains(state) && !state.equals("TIMED_WAITING");
    }

    private String threadState(String client) {
        say("state", client);
        return answer("state").get(1);
    }

    /** Decodes a word of a message. */
    public static String decode(String word) {
        return URLDecoder.decode(word, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.close();
    }
}
