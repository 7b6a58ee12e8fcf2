package io.flashsale.order.webpush;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** Public keys of curve P-256 as browsers write them: uncompressed points of {@value #BYTES} bytes (SEC 1, 2.3.3). */
final class EcPoints {

    static final int BYTES = 65;

    private static final int COORDINATE = 32;
    private static final ECGenParameterSpec NAME = new ECGenParameterSpec("secp256r1");

    private EcPoints() {}

    static KeyPair newKeyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(NAME);
        return generator.generateKeyPair();
    }

    static byte[] bytes(ECPublicKey key) {
        return HexFormat.of()
                .parseHex("04%064x%064x"
                        .formatted(key.getW().getAffineX(), key.getW().getAffineY()));
    }

    /** @throws InvalidKeyException if the bytes are no point of the curve */
    static ECPublicKey key(byte[] point) throws GeneralSecurityException {
        if (point.length != BYTES || point[0] != 4) {
            throw new InvalidKeyException("no uncompressed point of P-256");
        }
        ECPoint w = new ECPoint(
                new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + COORDINATE)),
                new BigInteger(1, Arrays.copyOfRange(point, 1 + COORDINATE, BYTES)));
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(NAME);
        ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
        if (!isOn(curve, w)) {
            throw new InvalidKeyException("no point of P-256");
        }
        return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(w, curve));
    }

    /** y² = x³ + ax + b. With a point elsewhere a key agreement may tell of our key. */
    private static boolean isOn(ECParameterSpec spec, ECPoint point) {
        BigInteger p = ((ECFieldFp) spec.getCurve().getField()).getP();
        BigInteger x = point.getAffineX();
        BigInteger y = point.getAffineY();
        BigInteger right = x.pow(3)
                .add(spec.getCurve().getA().multiply(x))
                .add(spec.getCurve().getB());
        return x.compareTo(p) < 0
                && y.compareTo(p) < 0
                && y.pow(2).subtract(right).mod(p).signum() == 0;
    }
}
