package io.flashsale.locklab.scenario;

import io.flashsale.devstack.process.ChildProcess;
import io.flashsale.locklab.trace.Recording;
import io.flashsale.locklab.trace.Step;
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
 * A worker process as a scenario sees it. Each line is one message of words; what may contain spaces is URL-encoded. The
 * messages are in {@code WorkerMain}.
 */
public final class Worker implements AutoCloseable {

    /** Generous, as a loaded machine is slow and a dead process is noticed at once. */
    static final Duration TIMEOUT = Duration.ofSeconds(90);

    private static final String ENDED = "ended";

    /** What a client has come to. */
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

    /** Takes over a process that has just been started; returns when it is ready. */
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
            // as scenarios do
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
                present.tell(number, Step.parse(words.subList(1, words.size())));
            } catch (IllegalArgumentException halfALine) {
                // its process was killed while it said so
            }
        }
    }

    private void mark(Step.Kind kind) {
        Recording present = recording;
        if (present != null) {
            present.mark(kind, number);
        }
    }

    /** Has the servers looked at, so that it is seen who holds a lock while one of its clients stands still or has just ended. */
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

    /** SIGSTOP: all its clients stand still, and so does whatever the scheme runs in the background. */
    public void pause() {
        process.pause();
        paused = true;
        mark(Step.Kind.PAUSED);
    }

    /** SIGCONT. */
    public void resume() {
        if (paused) {
            paused = false;
            mark(Step.Kind.RESUMED);
        }
        process.resume();
    }

    /** SIGKILL. */
    public void kill() {
        mark(Step.Kind.KILLED);
        process.kill();
    }

    /** Says this to it; the messages are in {@code WorkerMain}. */
    public void say(String... words) {
        try {
            process.say(String.join(" ", words));
        } catch (IOException gone) {
            throw new ScenarioException(process.name() + " has ended, see " + process.logFile());
        }
    }

    /**
     * Has it tell each step of the case that is open.
     *
     * @param as its number in the run, from 1
     * @param atMost after which it says no more
     * @param shownClass the class that is shown as the scheme's
     */
    public void recordOn(Recording newRecording, int as, int atMost, Class<?> shownClass) {
        recording = newRecording;
        number = as;
        say("trace", Integer.toString(atMost), shownClass.getName());
    }

    /** Makes it open a case. */
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

    /** Fills the stock. */
    public void fill(int units) {
        say("fill", Integer.toString(units));
        answer("filled");
    }

    /** What the scheme says is left. */
    public int left() {
        say("left");
        return Integer.parseInt(answer("left").get(1));
    }

    /** Lets buyers in until everything is sold or the time is over; returns without waiting for it. */
    public void sendCrowd(int firstNumber, int buyers, Duration atMost) {
        say("crowd", Integer.toString(firstNumber), Integer.toString(buyers), Long.toString(atMost.toMillis()));
    }

    /**
     * How a crowd has left.
     *
     * @param tooLate buyers for whom the time was over before everything was sold
     * @param fault the message of the first exception that a buyer met, or an empty text
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

    /** Makes it close the case. */
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

    /** Whether a client has done or met something that nobody has asked for yet. */
    boolean hasNews(String client) {
        return !newsOf(client).isEmpty();
    }

    /** What a client does or meets next. */
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

    /** What a client does or meets next, if that is within this time; else null. */
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

    /** Whether a client's thread stands still within the JVM: it sleeps, or waits for a lock, a latch, another thread. */
    public boolean isParked(String client) {
        return PARKED.contains(threadState(client));
    }

    /** Whether it does so without an end, unless another thread wakes it. */
    public boolean isParkedForEver(String client) {
        String state = threadState(client);
        return PARKED.contains(state) && !state.equals("TIMED_WAITING");
    }

    private String threadState(String client) {
        say("state", client);
        return answer("state").get(1);
    }

    /** A word of its, as it was before it was encoded. */
    public static String decode(String word) {
        return URLDecoder.decode(word, StandardCharsets.UTF_8);
    }

    /** Ends the process. */
    @Override
    public void close() {
        process.close();
    }
}
