package io.flashsale.order.webpush;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.flashsale.commons.testing.LocalHttpServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Plays a push service and the browsers behind it, over real HTTP. */
public final class StubPushService {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final HttpServer server = LocalHttpServer.started();
    private final Map<String, Browser> browsers = new ConcurrentHashMap<>();

    public StubPushService() {
        server.createContext("/push/", this::take);
        server.createContext("/elsewhere", exchange -> {
            elsewhere.add(exchange.getRequestURI().toString());
            answer(exchange, 201);
        });
    }

    /** In place of a status: 201 with a body that never comes. */
    static final int ENDLESS = 0;

    /** Requests that followed a redirect. */
    final List<String> elsewhere = new CopyOnWriteArrayList<>();

    public String url() {
        return LocalHttpServer.url(server);
    }

    /** What a push service got. */
    record Received(Headers headers, byte[] body) {}

    /** A browser with a subscription. */
    final class Browser {

        final KeyPair keys = newKeys();
        final byte[] secret = SecureRandom.getSeed(16);
        final String path = "/push/" + BASE64.encodeToString(SecureRandom.getSeed(12));
        final List<Received> received = new CopyOnWriteArrayList<>();
        final Queue<Integer> nextAnswers = new ConcurrentLinkedQueue<>();

        private static KeyPair newKeys() {
            try {
                return EcPoints.newKeyPair();
            } catch (GeneralSecurityException fault) {
                throw new AssertionError(fault);
            }
        }

        String endpoint() {
            return url() + path;
        }

        String subscription() {
            return "{\"endpoint\": \"%s\", \"p256dh\": \"%s\", \"auth\": \"%s\"}"
                    .formatted(
                            endpoint(),
                            BASE64.encodeToString(EcPoints.bytes((ECPublicKey) keys.getPublic())),
                            BASE64.encodeToString(secret));
        }

        /** Answers in this way first, and then with 201. */
        void answers(Integer... statuses) {
            nextAnswers.addAll(List.of(statuses));
        }

        /** Decrypts the body (RFC 8291) with HMAC alone, which shares no code with what is tested. */
        JsonNode message(Received push) throws GeneralSecurityException {
            ByteBuffer body = ByteBuffer.wrap(push.body());
            byte[] salt = new byte[16];
            body.get(salt);
            body.getInt();
            byte[] sender = new byte[body.get()];
            body.get(sender);
            byte[] encrypted = new byte[body.remaining()];
            body.get(encrypted);
            KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
            agreement.init(keys.getPrivate());
            agreement.doPhase(EcPoints.key(sender), true);
            byte[] ours = EcPoints.bytes((ECPublicKey) keys.getPublic());
            byte[] info = ByteBuffer.allocate(14 + ours.length + sender.length + 1)
                    .put("WebPush: info\0".getBytes(UTF_8))
                    .put(ours)
                    .put(sender)
                    .put((byte) 1)
                    .array();
            byte[] key = hmac(hmac(secret, agreement.generateSecret()), info);
            byte[] random = hmac(salt, key);
            byte[] contentKey = hmac(random, "Content-Encoding: aes128gcm\0\1".getBytes(UTF_8));
            byte[] nonce = hmac(random, "Content-Encoding: nonce\0\1".getBytes(UTF_8));
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    new SecretKeySpec(contentKey, 0, 16, "AES"),
                    new GCMParameterSpec(128, nonce, 0, 12));
            byte[] padded = cipher.doFinal(encrypted);
            return new JsonMapper().readTree(Arrays.copyOf(padded, padded.length - 1));
        }
    }

    Browser browser() {
        Browser browser = new Browser();
        browsers.put(browser.path, browser);
        return browser;
    }

    private static byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(data);
    }

    private void take(HttpExchange exchange) throws IOException {
        Browser browser = browsers.get(exchange.getRequestURI().getPath());
        if (browser == null) {
            answer(exchange, 404);
            return;
        }
        browser.received.add(new Received(
                exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes()));
        Integer next = browser.nextAnswers.poll();
        if (next != null && next == ENDLESS) {
            exchange.sendResponseHeaders(201, 5);
            exchange.getResponseBody().flush();
            return;
        }
        answer(exchange, next == null ? 201 : next);
    }

    private void answer(HttpExchange exchange, int status) throws IOException {
        exchange.getResponseHeaders().set("Location", url() + "/elsewhere");
        LocalHttpServer.answer(exchange, status, "text/plain", "an answer".getBytes(UTF_8));
    }

    /** The claims of the shop's token, whose signature is checked against the key that stands beside it. */
    static JsonNode claims(String authorization, String expectedKey) throws GeneralSecurityException {
        String[] parts = authorization.replaceFirst("^vapid t=", "").split(", k=", -1);
        String[] token = parts[0].split("\\.", -1);
        if (!parts[1].equals(expectedKey)) {
            throw new AssertionError("another key: " + parts[1]);
        }
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(EcPoints.key(Base64.getUrlDecoder().decode(parts[1])));
        signature.update((token[0] + "." + token[1]).getBytes(UTF_8));
        if (!signature.verify(Base64.getUrlDecoder().decode(token[2]))) {
            throw new AssertionError("not signed: " + authorization);
        }
        return new JsonMapper().readTree(Base64.getUrlDecoder().decode(token[1]));
    }
}
