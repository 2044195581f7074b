package org.bukkit;

import java.util.Date;

/**
 * The part of Bukkit's interface of the same name that plugins use.
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
