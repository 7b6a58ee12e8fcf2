package io.flashsale.accounts.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Fills in the log-in page of an OpenID provider as a browser without scripts does, and keeps its cookies. */
public final class ProviderVisitor {

    private static final Pattern ACTION = Pattern.compile("<form[^>]*\\saction=\"([^\"]*)\"");
    private static final Pattern HIDDEN = Pattern.compile("<input[^>]*type=\"hidden\"[^>]*>");
    private static final Pattern ATTRIBUTE = Pattern.compile("\\s(name|value)=\"([^\"]*)\"");

    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(new BrowserCookies()).build();

    /** Logs in at the page at this address, and returns where the provider sends the browser back to. */
    public URI logsIn(String page, String username, String password, String redirectUri) {
        HttpResponse<String> answer = follow(HttpRequest.newBuilder(URI.create(page)), redirectUri);
        if (answer.statusCode() == 200) { // otherwise the provider knows the visitor already
            Map<String, String> fields = new LinkedHashMap<>();
            HIDDEN.matcher(answer.body()).results().forEach(input -> {
                Map<String, String> attributes = ATTRIBUTE
                        .matcher(input.group())
                        .results()
                        .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
                fields.put(attributes.getOrDefault("name", ""), attributes.getOrDefault("value", ""));
            });
            fields.put("username", username);
            fields.put("password", password);
            Matcher action = ACTION.matcher(answer.body());
            String target = action.find() ? action.group(1).replace("&amp;", "&") : "";
            answer = follow(
                    HttpRequest.newBuilder(answer.uri().resolve(target))
                            .header("Content-Type", "application/x-www-form-urlencoded")
                            .POST(HttpRequest.BodyPublishers.ofString(form(fields))),
                    redirectUri);
        }
        return URI.create(answer.headers()
                .firstValue("Location")
                .orElseThrow(() -> new AssertionError("the provider did not send the browser back")));
    }

    private HttpResponse<String> follow(HttpRequest.Builder request, String redirectUri) {
        HttpResponse<String> answer = send(request);
        while (answer.statusCode() / 100 == 3) {
            URI next =
                    answer.uri().resolve(answer.headers().firstValue("Location").orElseThrow());
            if (next.toString().startsWith(redirectUri)) {
                return answer;
            }
            answer = send(HttpRequest.newBuilder(next));
        }
        return answer;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.header("Accept", "text/html").build(), BodyHandlers.ofString());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + '=' + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Cookies with the attribute Secure are sent to this machine without TLS, too, as browsers do. */
    private static final class BrowserCookies extends CookieManager {

        @Override
        public void put(URI uri, Map<String, List<String>> headers) throws IOException {
            super.put(uri, headers);
            getCookieStore().getCookies().forEach(cookie -> cookie.setSecure(false));
        }
    }
}
