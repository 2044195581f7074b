package dev.gatehouse.paper.pairing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Paired gateways: a file with the SHA-256 digest of each token, one per line.
 *
 * <p>A gateway pairs with a token that it generates: the one-time code, a dot, and at least 32 characters. The code is
 * valid once; the complete token is valid until it is removed. The file contains no tokens.
 */
public final class PairedGateways {
    private static final int LEAST_SECRET = 32;
    /** Maximum gateways; the oldest is removed. */
    private static final int MOST = 32;

    private final Path file;
    private final PairingCodes codes;
    private List<byte[]> digests;

    private PairedGateways(Path file, PairingCodes codes, List<byte[]> digests) {
        this.file = file;
        this.codes = codes;
        this.digests = digests;
    }

    /** @throws IOException when the file exists and cannot be read */
    public static PairedGateways open(Path file, PairingCodes codes) throws IOException {
        List<byte[]> digests = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
                if (line.isBlank()) continue;
                try {
                    digests.add(HexFormat.of().parseHex(line.trim()));
                } catch (IllegalArgumentException wrong) {
                    throw new IOException(file + " has a line that is no digest", wrong);
                }
            }
        }
        return new PairedGateways(file, codes, digests);
    }

    /** Whether a token is valid; a token that begins with the code is paired. */
    public synchronized boolean accepts(String token) {
        byte[] digest = digestOf(token);
        boolean isKnown = false;
        for (byte[] one : digests) isKnown |= MessageDigest.isEqual(one, digest);
        if (isKnown) return true;
        boolean isPairing = token.startsWith(PairingCodes.PREFIX)
                && token.length() > PairingCodes.LENGTH + LEAST_SECRET
                && token.charAt(PairingCodes.LENGTH) == '.';
        if (!isPairing || !codes.redeem(token.substring(0, PairingCodes.LENGTH))) return false;
        List<byte[]> more = new ArrayList<>(digests);
        more.add(digest);
        while (more.size() > MOST) more.remove(0);
        return save(more);
    }

    /** Number of paired gateways. */
    public synchronized int count() {
        return digests.size();
    }

    /** Unpairs all gateways, and revokes the code. @throws IOException when the file cannot be written */
    public synchronized void forgetAll() throws IOException {
        codes.cancel();
        write(List.of());
        digests = List.of();
    }

    /** A gateway that cannot be stored is rejected: after a restart it would be rejected without a reason. */
    private boolean save(List<byte[]> more) {
        try {
            write(more);
        } catch (IOException unwritable) {
            return false;
        }
        digests = more;
        return true;
    }

    private void write(List<byte[]> all) throws IOException {
        Files.createDirectories(file.getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(fresh, all.stream().map(HexFormat.of()::formatHex).toList(), StandardCharsets.US_ASCII);
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException elsewhere) {
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static byte[] digestOf(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }
}
