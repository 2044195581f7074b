package dev.gatehouse.paper.players;

/** Prepares text of a model for the game: without formatting codes. */
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
