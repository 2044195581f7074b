package dev.gatehouse.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted connections. */
class TlsTest {
    private static final String TOKEN = "a long token";
    private static final char[] PASSWORD = "a password".toCharArray();

    @TempDir
    private Path folder;

    record One(int one) {}

    @McpProvider(id = "one", name = "One")
    static final class Ones {
        @McpContext(id = "ext.one.get", name = "One")
        public One one() {
            return new One(1);
        }
    }

    @Test
    void servesGatewaysThatTrustItsCertificateAndNoOthers() throws Exception {
        KeyStore keys = madeByKeytool();
        HttpClient trusting = HttpClient.newBuilder().sslContext(clientOf(keys)).build();
        try (Agent agent = started(keys)) {
            assertTrue(agent.address().startsWith("wss://"), agent.address());
            try (TestGateway gateway = TestGateway.connected(agent.address(), trusting)) {
                assertTrue(gateway.register(TOKEN).get("success").getAsBoolean());
                assertEquals("{\"one\":1}", gateway.data("ext.one.get", "{}"));
            }
            HttpClient distrusting = HttpClient.newHttpClient();
            assertThrows(ExecutionException.class, () -> TestGateway.connected(agent.address(), distrusting));
            String unencrypted = agent.address().replace("wss:", "ws:");
            assertThrows(ExecutionException.class, () -> TestGateway.connected(unencrypted, distrusting));
            try (TestGateway gateway = TestGateway.connected(agent.address(), trusting)) {
                assertTrue(gateway.register(TOKEN).get("success").getAsBoolean(), "the others have harmed nobody");
            }
        }
    }

    private static Agent started(KeyStore keys) throws Exception {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return Agent.builder()
                .info(new AgentInfo("test", "Test"))
                .token(TOKEN)
                .port(0)
                .tls(context)
                .onError((where, thrown) -> {})
                .provider(new Ones())
                .start();
    }

    private static SSLContext clientOf(KeyStore keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("agent", keys.getCertificate("agent"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private KeyStore madeByKeytool() throws Exception {
        Path file = folder.resolve("keys.p12");
        int code =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                                "-alias", "agent", "-keyalg", "EC", "-dname", "CN=agent", "-ext", "san=ip:127.0.0.1",
                                "-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-keystore", file.toString())
                        .inheritIO()
                        .start()
                        .waitFor();
        assertEquals(0, code);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }
}
