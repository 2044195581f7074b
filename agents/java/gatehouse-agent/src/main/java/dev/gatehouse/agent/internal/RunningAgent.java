package dev.gatehouse.agent.internal;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.gatehouse.agent.Agent;
import dev.gatehouse.agent.AgentInfo;
import dev.gatehouse.agent.ErrorListener;
import dev.gatehouse.agent.Health;
import dev.gatehouse.agent.SnapshotKeeper;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** A listening agent, created by {@link Agent#builder()}. */
public final class RunningAgent implements Agent {
    private static final int THREADS = 8;
    private static final int MAX_QUEUED = 256;
    private static final int STOP_MS = 2_000;

    private final Offer offer;
    private final AgentServer server;
    private final ScheduledExecutorService timer;
    private final ExecutorService ownThreads;
    private final String scheme;

    /** Settings of the builder. */
    public record Settings(
            Supplier<AgentInfo> info,
            Supplier<Health> health,
            Predicate<String> authenticator,
            InetSocketAddress address,
            Duration heartbeat,
            Duration timeout,
            Map<String, Duration> timeouts,
            int mostConnections,
            Executor executor,
            SSLContext tls,
            SnapshotKeeper snapshots,
            ErrorListener errors,
            List<Object> providers) {}

    private RunningAgent(Settings settings) {
        timer = Executors.newSingleThreadScheduledExecutor(daemons("gatehouse-timer"));
        ownThreads =
                settings.executor() != null
                        ? null
                        : new ThreadPoolExecutor(
                                THREADS, THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_QUEUED),
                                daemons("gatehouse-call"));
        offer = new Offer(ownThreads == null ? settings.executor() : ownThreads, settings.errors());
        AgentServer.Options options =
                new AgentServer.Options(
                        settings.info(), settings.health(), settings.authenticator(), settings.heartbeat(), settings.timeout(),
                        settings.timeouts(), settings.mostConnections(), settings.errors(),
                        settings.snapshots() == null ? Set.of() : Set.copyOf(settings.snapshots().actions()));
        server = new AgentServer(settings.address(), options, offer, timer, settings.tls());
        scheme = settings.tls() == null ? "ws" : "wss";
    }

    /** Starts to listen. @throws IOException when the address is not available */
    public static RunningAgent start(Settings settings) throws IOException {
        RunningAgent agent = new RunningAgent(settings);
        try {
            List<Capability> all = new ArrayList<>();
            for (Object provider : settings.providers()) all.addAll(ProviderReader.read(provider));
            if (settings.snapshots() != null) all.addAll(Snapshots.of(settings.snapshots()));
            agent.offer.add(all);
            all.forEach(agent::startEvent);
            agent.server.listen();
            return agent;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            agent.close();
            throw new IOException("interrupted", interrupted);
        } catch (IOException | RuntimeException thrown) {
            agent.close();
            throw thrown;
        }
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private void startEvent(Capability capability) {
        if (capability.start() == null) return;
        capability.start().accept(data -> {
            offer.checkEvent(capability.id(), data);
            server.publish(capability.id(), data);
        });
    }

    @Override
    public String address() {
        return scheme + "://" + hostOf(server.getAddress().getAddress()) + ":" + server.getPort();
    }

    /** Host in URL syntax, with an IPv6 address in brackets. */
    static String hostOf(InetAddress address) {
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    @Override
    public void add(Object provider) {
        List<Capability> added = ProviderReader.read(provider);
        offer.add(added);
        added.forEach(this::startEvent);
        server.sendUpdate("add", manifestsOf(added));
    }

    @Override
    public void update(Object provider) {
        List<Capability> changed = ProviderReader.read(provider);
        offer.update(changed);
        changed.forEach(this::startEvent);
        server.sendUpdate("update", manifestsOf(changed));
    }

    @Override
    public void remove(String... ids) {
        JsonArray removed = new JsonArray();
        for (Capability one : offer.remove(List.of(ids))) {
            JsonObject reference = new JsonObject();
            for (String name : new String[] {"id", "version", "type"}) reference.add(name, one.manifest().get(name));
            removed.add(reference);
        }
        server.sendUpdate("remove", removed);
    }

    private static JsonArray manifestsOf(List<Capability> capabilities) {
        JsonArray manifests = new JsonArray();
        capabilities.forEach(one -> manifests.add(one.manifest()));
        return manifests;
    }

    @Override
    public void close() {
        try {
            server.end(STOP_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        timer.shutdownNow();
        if (ownThreads != null) ownThreads.shutdownNow();
    }
}
