package org.bukkit.command;

/** What the plugin calls of Bukkit's class of the same name. */
public abstract class Command {
    private final String name;

    protected Command(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}
