package io.flashsale.locklab.course;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;

/** What the English chapters and the files of the course say about an exercise, for the command line. */
public final class ExerciseTexts {

    private static final String EXERCISES = "Exercises";

    private final CourseFiles files = new CourseFiles();

    /**
     * The text of a file that the course links to.
     *
     * @param path from the root of the working copy
     */
    public String file(String path) {
        return files.text(path).orElseThrow(() -> new IllegalArgumentException("the course has no file " + path));
    }

    /** The path of the exercise's chapter. */
    public String chapter(String number) {
        String wanted = PageLanguage.EN.folder() + "%02d-".formatted(chapterOf(number));
        return files.paths().stream()
                .filter(path -> path.startsWith(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no chapter " + chapterOf(number)));
    }

    private static int chapterOf(String number) {
        return Integer.parseInt(number.substring(0, number.indexOf('.')));
    }

    /** The task in words, without hints and answer. */
    public String task(String number) {
        String begin = number.substring(number.indexOf('.') + 1) + ". ";
        List<String> words = new ArrayList<>();
        boolean exercises = false;
        for (Node node = MarkdownRenderer.parse(file(chapter(number))).getFirstChild();
                node != null;
                node = node.getNext()) {
            if (node instanceof Heading heading) {
                exercises = PlainText.of(heading).equals(EXERCISES);
            } else if (exercises && node instanceof HtmlBlock && !words.isEmpty()) {
                break;
            } else if (exercises && node instanceof Paragraph paragraph) {
                String text = PlainText.of(paragraph);
                if (!words.isEmpty() || text.startsWith(begin)) {
                    words.add(words.isEmpty() ? text.substring(begin.length()) : text);
                }
            }
        }
        return words.stream().collect(Collectors.joining("\n\n"));
    }
}
