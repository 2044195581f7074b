package org.bukkit;

import java.util.Date;

/**
 * What the plugin calls of Bukkit's interface of the same name.
 *
 * @param <T> what is banned
 */
public interface BanList<T> {
    /** Which list. */
    enum Type {
        NAME,
        IP
    }

    <E extends BanEntry<? super T>> E addBan(String target, String reason, Date expires, String source);
}
