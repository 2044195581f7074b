package dev.gatehouse.paper.pairing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which tokens are accepted, and how often a code is valid. */
class PairedGatewaysTest {
    private static final String SECRET = ".0123456789abcdef0123456789abcdef";
    private static final Duration LIFETIME = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    private final AtomicLong now = new AtomicLong();
    private final PairingCodes codes = new PairingCodes(now::get);
    private PairedGateways gateways;

    @BeforeEach
    void open() throws IOException {
        gateways = PairedGateways.open(folder.resolve("gateways.txt"), codes);
    }

    @Test
    void pairsOneGatewayWithEachCode() {
        String code = codes.issue(LIFETIME);
        assertTrue(gateways.accepts(code + SECRET));
        assertFalse(gateways.accepts(code + ".another-gateway-with-the-same-code"));
        assertTrue(gateways.accepts(code + SECRET), "the first one stays paired");
        assertEquals(1, gateways.count());
    }

    @Test
    void takesNoCodeWithoutASecret() {
        String code = codes.issue(LIFETIME);
        for (String token : new String[] {code, code + ".", code + ".short", code + SECRET.replace('.', '-'), ""}) {
            assertFalse(gateways.accepts(token), token);
        }
        assertTrue(gateways.accepts(code + SECRET), "none of these has used it up");
    }

    @Test
    void refusesACodeAfterItsMinutes() {
        String code = codes.issue(LIFETIME);
        now.addAndGet(LIFETIME.toNanos());
        assertFalse(gateways.accepts(code + SECRET));
    }

    @Test
    void replacesACodeByTheNext() {
        String first = codes.issue(LIFETIME);
        String second = codes.issue(LIFETIME);
        assertNotEquals(first, second);
        assertEquals(PairingCodes.LENGTH, second.length());
        assertFalse(gateways.accepts(first + SECRET));
        assertTrue(gateways.accepts(second + SECRET));
    }

    @Test
    void knowsItsGatewaysAfterARestartAndKeepsNoToken() throws IOException {
        String token = codes.issue(LIFETIME) + SECRET;
        assertTrue(gateways.accepts(token));
        PairedGateways later = PairedGateways.open(folder.resolve("gateways.txt"), codes);
        assertTrue(later.accepts(token));
        assertFalse(Files.readString(folder.resolve("gateways.txt")).contains(SECRET.substring(1)));
        later.forgetAll();
        assertFalse(later.accepts(token));
        assertFalse(PairedGateways.open(folder.resolve("gateways.txt"), codes).accepts(token));
    }

    @Test
    void cancelsTheCodeWhenAllAreForgotten() throws IOException {
        String code = codes.issue(LIFETIME);
        gateways.forgetAll();
        assertFalse(gateways.accepts(code + SECRET));
        assertTrue(gateways.accepts(codes.issue(LIFETIME) + SECRET));
    }

    @Test
    void letsNobodyInWhomItCannotRemember() throws IOException {
        PairedGateways unwritable = PairedGateways.open(folder.resolve("a-file").resolve("gateways.txt"), codes);
        Files.writeString(folder.resolve("a-file"), "in the way");
        assertFalse(unwritable.accepts(codes.issue(LIFETIME) + SECRET));
        assertEquals(0, unwritable.count());
    }

    @Test
    void readsNoFileThatSomethingElseWrote() throws IOException {
        Files.writeString(folder.resolve("other.txt"), "not a digest\n");
        assertThrows(IOException.class, () -> PairedGateways.open(folder.resolve("other.txt"), codes));
    }
}
