package dev.gatehouse.agent;

/** A provider is declared wrongly. The message names the class and the method, and says what to write instead. */
public final class DeclarationException extends IllegalArgumentException {
    /** @param where class and method */
    public DeclarationException(String where, String problem) {
        super(where + ": " + problem);
    }
}
