package dev.gatehouse.agent;

/** The declaration of a provider is invalid. The message names the class and the method, and the correction. */
public final class DeclarationException extends IllegalArgumentException {
    /** @param where class and method */
    public DeclarationException(String where, String problem) {
        super(where + ": " + problem);
    }
}
