package dev.gatehouse.paper;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collections;
import java.util.List;

/** The address to enter on another computer, instead of 0.0.0.0 or {@code ::} for all interfaces. */
final class ReachableAddress {
    private static final List<String> EVERYWHERE = List.of("//0.0.0.0:", "//[0:0:0:0:0:0:0:0]:");

    private ReachableAddress() {}

    static String of(String address) {
        for (String everywhere : EVERYWHERE) {
            if (address.contains(everywhere)) return address.replace(everywhere, "//" + ownAddress() + ":");
        }
        return address;
    }

    private static String ownAddress() {
        try {
            for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                if (!network.isUp() || network.isLoopback() || network.isVirtual()) continue;
                for (InetAddress one : Collections.list(network.getInetAddresses())) {
                    if (one instanceof Inet4Address && one.isSiteLocalAddress()) return one.getHostAddress();
                }
            }
        } catch (SocketException unknown) {
            // Use this computer's own address.
        }
        return "127.0.0.1";
    }
}
