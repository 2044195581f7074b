package org.bukkit.block;

/** The part of Bukkit's interface of the same name that plugins use: a copy of a block, with what it contains. */
public interface BlockState {
    boolean update(boolean force, boolean applyPhysics);
}
