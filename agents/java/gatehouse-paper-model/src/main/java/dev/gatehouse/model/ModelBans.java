package dev.gatehouse.model;

import java.util.Date;
import org.bukkit.BanEntry;
import org.bukkit.BanList;

/** Prints who is banned. */
final class ModelBans implements BanList<String> {
    @Override
    public <E extends BanEntry<? super String>> E addBan(String target, String reason, Date expires, String source) {
        ServerThread.check();
        Output.line("banned", target, reason + " until " + (expires == null ? "ever" : expires.toInstant()));
        return null;
    }
}
