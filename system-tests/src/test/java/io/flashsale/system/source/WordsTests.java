package io.flashsale.system.source;

import static io.flashsale.system.project.ComposeTests.ROOT;
import static io.flashsale.system.project.ComposeTests.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.flashsale.system.project.ComposeTests;
import io.flashsale.system.project.Markdown;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What has a better name is nowhere called by its old one. Which words these are is in CONTRIBUTING.md. */
class WordsTests {

    /** They speak about the words: the table in both languages, this test, and a migration that replaces some in old reports. */
    private static final Set<String> ABOUT_THEM = Set.of(
            "CONTRIBUTING.md",
            "CONTRIBUTING.zh-CN.md",
            "system-tests/src/test/java/io/flashsale/system/source/WordsTests.java",
            "sql/lab/V3__terms_of_reports.sql");

    /** Hidden folders are those of tools; in these is something of ours. */
    private static final Set<String> HIDDEN_AND_OURS = Set.of(".ci", ".devcontainer", ".github");

    /** Our commands have no ending. */
    private static final String TEXT =
            "[^.]+|.*\\.(java|js|lua|sql|md|xml|jmx|ya?ml|json|tpl|properties|html|css|mustache|sh)";

    /** Decisions say what was decided, in the words of that day. */
    private static final String DECISIONS = "docs/decisions";

    private static List<UnwantedWord> unwanted() {
        return Markdown.of("CONTRIBUTING.md")
                .rows("Words with a better name")
                .skip(2)
                .flatMap(row -> ComposeTests.all("`([^`]+)`", row.getFirst())
                        .map(word -> new UnwantedWord(word.group(1), row.get(1), row.get(2))))
                .toList();
    }

    @Test
    void areNotInAnyFile() throws IOException {
        List<UnwantedWord> unwanted = unwanted();
        assertThat(unwanted).hasSizeGreaterThan(40);
        List<Path> files = sources();
        assertThat(files).hasSizeGreaterThan(1_500);
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            String name = ROOT.relativize(file).toString();
            if (!ABOUT_THEM.contains(name)) {
                Words words = Words.of(name, read(file));
                unwanted.stream().filter(words::have).forEach(word -> found.add(name + " says " + word));
            }
        }
        assertThat(found).isEmpty();
    }

    /** What is written here, and neither built nor taken over from elsewhere. */
    private static List<Path> sources() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                return !folder.equals(ROOT)
                                && (name.startsWith(".") && !HIDDEN_AND_OURS.contains(name)
                                        || name.equals("target")
                                        || name.equals("node_modules")
                                        || folder.equals(ROOT.resolve(DECISIONS)))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.getFileName().toString().matches(TEXT)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A.java  | class OrderDesk {}                     | desk
            A.java  | /** See OrderDesk. */                  | desk
            A.java  | counter("flashsale.desk.waiting")      | desk
            A.java  | int MOST_ORDERS = 3;                   | most
            A.java  | Duration longestWait;                  | longest
            A.java  | record Told(long id) {}                | Told
            A.java  | // the books are right                 | the books
            a.js    | const patience = 3;                    | patience
            a.lua   | local fence = 1                        | fence
            V1.sql  | CREATE TABLE entry_door (id BIGINT);   | door
            V1.sql  | -- a late write                        | late write
            a.jmx   | <stringProp name="x">${patience}<      | patience
            a.yaml  | longest-wait: 5m                       | longest
            a.json  | {"title": "flashsale_desk_waiting"}    | desk
            A.java  | new Outcome.Played(fault)              | Outcome.Played
            A.java  | List<PlayedFault> faults;              | PlayedFault
            a.js    | // what the crowd was told             | the crowd was told
            a.md    | 一个 Redis，500 ms 的耐心              | 的耐心
            a.md    | by [it](a/TicketDesk.java)             | desk
            a.md    | says `longest-wait`                    | longest
            a.md    | the OrderDesk writes                   | desk
            """)
    void areFoundWhereOneComesBack(String file, String text, String word) {
        Words words = Words.of(file, text);
        assertThat(unwanted().stream().filter(words::have).map(UnwantedWord::word))
                .containsExactly(word);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A.java  | int atMost; Duration longest; new FencedLock()
            A.java  | // Most of them had patience; their desks had doors.
            A.java  | describe("A desk lamp, the longest of all.");
            A.java  | CompletionStage<Void> told; WaitingRoom room;
            a.js    | const most = longest(things); // a fence
            a.md    | Most people lose patience at the desk. See `atMost`.
            a.md    | 肯等的脚本，看上去就是一位很有耐心的顾客。
            """)
    void areLeftAloneInSentencesAndInOtherNames(String file, String text) {
        Words words = Words.of(file, text);
        assertThat(unwanted().stream().filter(words::have)).isEmpty();
    }
}
