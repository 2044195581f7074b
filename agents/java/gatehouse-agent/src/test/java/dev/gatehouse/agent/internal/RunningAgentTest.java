package dev.gatehouse.agent.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** The address that an agent prints. */
class RunningAgentTest {
    @Test
    void writesAnIpv6AddressInBrackets() throws UnknownHostException {
        assertEquals("[0:0:0:0:0:0:0:1]", RunningAgent.hostOf(InetAddress.getByName("::1")));
        assertEquals("127.0.0.1", RunningAgent.hostOf(InetAddress.getByName("127.0.0.1")));
    }
}
