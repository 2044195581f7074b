package dev.gatehouse.agent.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.java_websocket.server.DefaultWebSocketServerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limits of connections, and of the time without registration. */
class LimitedFactoryTest {
    private static final long TEN_SECONDS = 10_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final LimitedFactory factory = new LimitedFactory(new DefaultWebSocketServerFactory(), 2, now::get);
    private Selector selector;
    private SocketChannel first;
    private SocketChannel second;

    @BeforeEach
    void open() throws IOException {
        selector = Selector.open();
        first = channel();
        second = channel();
    }

    @AfterEach
    void close() throws IOException {
        first.close();
        second.close();
        selector.close();
    }

    private static SocketChannel channel() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        return channel;
    }

    private void wrap(SocketChannel channel) throws IOException {
        SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
        factory.wrapChannel(channel, key);
    }

    @Test
    void closesWhatHasNotRegisteredAfterTenSeconds() throws IOException {
        wrap(first);
        now.addAndGet(TEN_SECONDS - 1);
        wrap(second);
        factory.closeUnregistered(TEN_SECONDS, channel -> false);
        assertTrue(first.isOpen(), "it has a moment left");
        now.addAndGet(1);
        factory.closeUnregistered(TEN_SECONDS, channel -> false);
        assertFalse(first.isOpen());
        assertTrue(second.isOpen(), "it came later");
    }

    @Test
    void leavesOpenWhatHasRegistered() throws IOException {
        wrap(first);
        now.addAndGet(2 * TEN_SECONDS);
        factory.closeUnregistered(TEN_SECONDS, channel -> channel == first);
        assertTrue(first.isOpen());
    }

    @Test
    void takesAnotherWhenOneHasGone() throws IOException {
        wrap(first);
        wrap(second);
        try (SocketChannel third = channel()) {
            assertThrows(IOException.class, () -> wrap(third));
        }
        first.close();
        try (SocketChannel fourth = channel()) {
            wrap(fourth);
            assertTrue(fourth.isOpen());
        }
    }
}
