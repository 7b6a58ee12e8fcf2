package io.flashsale.order.webpush;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flashsale.commons.MissingSettingException;
import io.flashsale.commons.signature.KeyFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The key pair by which push services recognise the shop (VAPID, RFC 8292). A browser subscribes for this key only, so
 * another key ends all subscriptions. Without a key nothing is pushed.
 */
@Component
class PushKey {

    /** Push services accept up to a day. */
    private static final Duration VALIDITY = Duration.ofHours(12);

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final String HOW_TO_MAKE_ONE = "Make one with: openssl genpkey -algorithm EC -pkeyopt"
            + " ec_paramgen_curve:P-256 -out push.pem && openssl pkey -in push.pem -pubout >> push.pem"
            + " and name it in flashsale.push.key-file (environment variable FLASHSALE_PUSH_KEY_FILE).";

    private final @Nullable KeyPair pair;
    private final Optional<String> publicKey;
    private final @Nullable String contact;
    private final JsonMapper json;
    private final Clock clock;

    PushKey(WebPushProperties properties, JsonMapper json, Clock clock) {
        this.contact = properties.contact();
        this.json = json;
        this.clock = clock;
        Path file = properties.keyFile();
        if (file == null) {
            this.pair = null;
            this.publicKey = Optional.empty();
            return;
        }
        if (contact == null) {
            throw new MissingSettingException(
                    "flashsale.push.contact is not set, but flashsale.push.key-file is.",
                    "Say where push services reach you, such as mailto:operator@example.com"
                            + " (environment variable FLASHSALE_PUSH_CONTACT).");
        }
        if (properties.createKeyFile()) {
            KeyFile.createIfMissing(file, PushKey::newKey);
        }
        KeyPair read = read(file);
        this.pair = read;
        this.publicKey = Optional.of(BASE64.encodeToString(EcPoints.bytes((ECPublicKey) read.getPublic())));
    }

    /** As browsers want it; empty if nothing is pushed. */
    Optional<String> publicKey() {
        return publicKey;
    }

    /** The value of header Authorization for a push to this address. */
    String authorization(URI endpoint) throws GeneralSecurityException {
        KeyPair key = Optional.ofNullable(pair).orElseThrow();
        URI origin = endpoint.resolve("/");
        String claims = json.writeValueAsString(Map.of(
                "aud", origin.toString().replaceAll("/$", ""),
                "exp", clock.instant().plus(VALIDITY).getEpochSecond(),
                "sub", Optional.ofNullable(contact).orElseThrow()));
        String unsigned = BASE64.encodeToString("{\"typ\":\"JWT\",\"alg\":\"ES256\"}".getBytes(UTF_8)) + "."
                + BASE64.encodeToString(claims.getBytes(UTF_8));
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initSign(key.getPrivate());
        signature.update(unsigned.getBytes(UTF_8));
        return "vapid t=" + unsigned + "." + BASE64.encodeToString(signature.sign()) + ", k="
                + publicKey().orElseThrow();
    }

    private static String newKey() throws GeneralSecurityException {
        KeyPair pair = EcPoints.newKeyPair();
        return pem("PRIVATE", pair.getPrivate().getEncoded())
                + pem("PUBLIC", pair.getPublic().getEncoded());
    }

    private static String pem(String kind, byte[] key) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
        return "-----BEGIN " + kind + " KEY-----\n" + lines + "\n-----END " + kind + " KEY-----\n";
    }

    private static KeyPair read(Path file) {
        try {
            String text = Files.readString(file);
            KeyFactory ec = KeyFactory.getInstance("EC");
            ECPublicKey half = (ECPublicKey) ec.generatePublic(new X509EncodedKeySpec(part("PUBLIC", text)));
            EcPoints.key(EcPoints.bytes(half));
            return new KeyPair(half, ec.generatePrivate(new PKCS8EncodedKeySpec(part("PRIVATE", text))));
        } catch (IOException unreadable) {
            throw new MissingSettingException("The key file " + file + " cannot be read.", HOW_TO_MAKE_ONE);
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            throw new MissingSettingException(
                    "The key file " + file + " holds no pair of P-256 keys in PEM.", HOW_TO_MAKE_ONE);
        }
    }

    private static byte[] part(String kind, String text) {
        Matcher found = Pattern.compile("-----BEGIN " + kind + " KEY-----([^-]*)-----END")
                .matcher(text);
        if (!found.find()) {
            throw new IllegalArgumentException("no " + kind + " key");
        }
        return Base64.getMimeDecoder().decode(found.group(1));
    }
}
