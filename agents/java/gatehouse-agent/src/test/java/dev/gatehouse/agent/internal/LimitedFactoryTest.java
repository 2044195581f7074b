package dev.gatehouse.agent.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** What counts as one address when unregistered connections are too many. */
class LimitedFactoryTest {
    private static String at(String address) throws UnknownHostException {
        return LimitedFactory.addressOf(new InetSocketAddress(InetAddress.getByName(address), 5));
    }

    @Test
    void countsAllAddressesOfThisComputerAsOne() throws UnknownHostException {
        assertEquals(at("127.0.0.1"), at("127.9.8.7"));
        assertEquals(at("127.0.0.1"), at("::1"));
    }

    @Test
    void countsTheIpv6AddressesOfOneDeviceAsOne() throws UnknownHostException {
        assertEquals(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assertNotEquals(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
    }

    @Test
    void countsEveryIpv4AddressByItself() throws UnknownHostException {
        assertNotEquals(at("192.168.1.2"), at("192.168.1.3"));
        assertEquals(at("192.168.1.2"), at("::ffff:192.168.1.2"));
    }
}
