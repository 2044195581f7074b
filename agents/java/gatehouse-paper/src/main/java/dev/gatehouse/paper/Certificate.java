package dev.gatehouse.paper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The certificate of the agent, from the PKCS #12 file that the configuration names. */
final class Certificate {
    private Certificate() {}

    static SSLContext read(Path folder, Settings settings) throws IOException, GeneralSecurityException {
        char[] password = settings.keystorePassword().toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(folder.resolve(settings.keystore()))) {
            keys.load(file, password);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
