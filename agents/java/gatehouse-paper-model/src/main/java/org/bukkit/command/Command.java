package org.bukkit.command;

/** The part of Bukkit's class of the same name that plugins use. */
public abstract class Command {
    private final String name;

    protected Command(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}
