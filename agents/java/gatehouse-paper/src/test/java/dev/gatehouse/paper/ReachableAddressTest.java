package dev.gatehouse.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The address that a person enters on another computer. */
class ReachableAddressTest {
    @Test
    void replacesAnAddressThatMeansEverywhere() {
        for (String everywhere : new String[] {"ws://0.0.0.0:8765", "ws://[0:0:0:0:0:0:0:0]:8765"}) {
            String shown = ReachableAddress.of(everywhere);
            assertTrue(shown.matches("ws://[1-9][0-9.]*:8765"), shown);
        }
    }

    @Test
    void keepsEveryOtherAddress() {
        for (String one : new String[] {"ws://127.0.0.1:8765", "wss://[0:0:0:0:0:0:0:1]:8765"}) {
            assertEquals(one, ReachableAddress.of(one));
        }
    }
}
