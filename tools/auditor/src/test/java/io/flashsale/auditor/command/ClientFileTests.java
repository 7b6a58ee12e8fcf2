package io.flashsale.auditor.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flashsale.auditor.client.ClientRecord;
import io.flashsale.auditor.client.ClientRecord.Accepted;
import io.flashsale.commandline.UsageException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientFileTests {

    private static ClientRecord read(String text) throws IOException {
        return ClientFile.read(new StringReader(text), "seen.csv");
    }

    @Test
    void readsWhatJMeterWrites() throws IOException {
        ClientRecord record = read("""
                timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,userId,orderId,problem
                1,9,reserve,202,Accepted,true,,7,101,
                1,9,reserve,202,Accepted,false,"asserted, ""nothing""
                of this",8,102,
                1,9,reserve,409,Conflict,true,,9,,sold-out
                1,9,list,200,OK,true,,null,null,null
                1,9,reserve,503,Away,false,,10,,service-unavailable
                1,9,reserve,Non HTTP response code: java.net.SocketTimeoutException,x,false,,11,,
                """);
        assertThat(record.accepted()).containsExactly(new Accepted(101L, 7L), new Accepted(102L, 8L));
        assertThat(record.indeterminateUsers()).containsExactly(10L, 11L);
    }

    @Test
    void readsAnyCsvWithTheThreeColumnsInAnyOrder() throws IOException {
        ClientRecord record = read("orderId,responseCode,userId\r\n\r\n5,202,\r\n,500,3");
        assertThat(record.accepted()).containsExactly(new Accepted(5L, null));
        assertThat(record.indeterminateUsers()).containsExactly(3L);
    }

    @TempDir
    private Path folder;

    private Path saved(String text, Charset encoding) throws IOException {
        return Files.write(folder.resolve("saved.csv"), text.getBytes(encoding));
    }

    /** As Excel saves it in Europe and in China, and as other programs do. */
    @ParameterizedTest
    @CsvSource({
        "UTF-8, ',', ''",
        "UTF-8, ';', mark",
        "UTF-8, ',', mark",
        "UTF-16LE, '\t', mark",
        "UTF-16BE, ',', mark",
        "UTF-16LE, ';', ''",
        "GBK, ',', ''",
        "GB18030, ';', ''",
        "windows-1252, ';', ''",
    })
    void readsWhatASpreadsheetSaves(String encoding, String separator, String mark) throws IOException {
        String text = (mark.isEmpty() ? "" : "\uFEFF") + """
                orderId,userId,responseCode,备注 é
                101,7,202,"卖了；é, ""x"" y"
                ,11,500,晚了
                """.replace("101", "\"=\"\"101\"\"\"");
        String written = text.replace(",", separator).replace("\n", "\r\n");
        if (encoding.equals("windows-1252")) {
            written = written.replaceAll("\\p{IsHan}|；", "é");
        }
        ClientRecord record = ClientFile.read(saved(written, Charset.forName(encoding)));
        assertThat(record.accepted()).containsExactly(new Accepted(101L, 7L));
        assertThat(record.indeterminateUsers()).containsExactly(11L);
    }

    @Test
    void readsAFileThatNamesItsSeparator() throws IOException {
        ClientRecord record = read("sep=;\r\norderId;responseCode;userId\r\n5;202;3\r\n");
        assertThat(record.accepted()).containsExactly(new Accepted(5L, 3L));
    }

    @Test
    void saysThatASpreadsheetHasRoundedAnId() {
        for (String rounded : List.of("1.23E+17", "1,23E+17", "9E17")) {
            assertWrong(
                    "orderId;userId;responseCode\n" + rounded + ";2;202\n",
                    "record 2 of seen.csv has the id " + rounded
                            + ": a spreadsheet has rounded it. Import the ids as text, and save the file again");
        }
    }

    @Test
    void saysWhatIsWrongWithAFile() {
        assertWrong("", "seen.csv is empty");
        assertWrong("a,b\n1,2\n", "seen.csv has no column responseCode; its header names [a, b]");
        assertWrong("orderId,userId,responseCode\n1,2\n", "record 2 of seen.csv has 2 fields, the header has 3");
        assertWrong(
                "orderId,userId,responseCode\n1,2,202\n1,\"2,202\n",
                "record 3 of seen.csv has 2 fields, the header has 3");
        assertWrong(
                "orderId,userId,responseCode\n,2,202\n", "record 2 of seen.csv was answered 202 and has no orderId");
        assertThatThrownBy(() -> ClientFile.read(Path.of("nowhere.csv")))
                .isInstanceOf(UsageException.class)
                .hasMessage("nowhere.csv cannot be read: NoSuchFileException");
    }

    private static void assertWrong(String text, String why) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(UsageException.class).hasMessage(why);
    }
}
