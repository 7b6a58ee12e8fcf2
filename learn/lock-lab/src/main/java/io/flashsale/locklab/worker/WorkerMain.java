package io.flashsale.locklab.worker;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A process in which clients buy. It reads one command per line from its standard input, reports on its standard
 * output, and ends when its input ends. Each line shows a command and its report, or in brackets its effect.
 *
 * <pre>
 * open CASE ITEM k=v …      opened, or failed MESSAGE
 * fill UNITS                filled
 * left                      left UNITS
 * trace STEPS CLASS         step WORDS … for each step from now until close, up to STEPS
 * operation CLIENT OPERATION            done CLIENT OUTCOME [MESSAGE] when it has ended
 * hold CLIENT STEP          at CLIENT STEP once the client is held there
 * go CLIENT                 (the held client continues)
 * raise CLIENT              (the held client gets an exception)
 * free CLIENT               (the client continues and is not held again)
 * step CLIENT               before CLIENT TO COMMAND SOURCE at each command, where the client stops
 * next CLIENT               (the stopped client runs that command)
 * interrupt CLIENT          (its thread is interrupted, wherever it waits)
 * state CLIENT              state STATE: the state of the client's thread in the JVM
 * crowd FIRST BUYERS MILLIS crowd-left TOO_LATE [MESSAGE] when all have left
 * counts                    counts STEP=N … blocked=N (clients that wait for a monitor now)
 * close                     closed
 * </pre>
 */
public final class WorkerMain {

    private WorkerMain() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err); // output of a library must not be taken for messages
        CommandHandler server = new CommandHandler(line -> {
            synchronized (out) {
                out.println(line);
            }
        });
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                server.hear(line);
            }
        } finally {
            Runtime.getRuntime().halt(0); // clients that are held would keep the JVM alive for ever
        }
    }
}
