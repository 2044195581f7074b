package org.bukkit.event;

/** Bukkit's interface of the same name. */
public interface Cancellable {
    boolean isCancelled();

    void setCancelled(boolean cancel);
}
