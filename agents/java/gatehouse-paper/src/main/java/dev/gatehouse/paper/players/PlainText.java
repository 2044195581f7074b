package dev.gatehouse.paper.players;

/** Text of a model, as the game shows it: without the game's own marks for colours, links and secrets. */
public final class PlainText {
    private static final char MARK = '\u00a7';

    private PlainText() {}

    /** One line. */
    public static String of(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char one = text.charAt(i);
            if (one != MARK) plain.append(Character.isISOControl(one) ? ' ' : one);
        }
        return plain.toString();
    }
}
