package org.bukkit.block;

/** What the plugin calls of Bukkit's interface of the same name: a copy of a block, with what it contains. */
public interface BlockState {
    boolean update(boolean force, boolean applyPhysics);
}
