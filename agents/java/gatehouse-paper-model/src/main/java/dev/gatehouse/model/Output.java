package dev.gatehouse.model;

/** Output for the tests: one event per line, as JSON. */
final class Output {
    private Output() {}

    static synchronized void line(String event, String who, String text) {
        System.out.println("{\"event\":" + quoted(event) + ",\"who\":" + quoted(who) + ",\"text\":" + quoted(text) + "}");
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char one : text.toCharArray()) {
            if (one == '"' || one == '\\') json.append('\\').append(one);
            else if (one < ' ') json.append(String.format("\\u%04x", (int) one));
            else json.append(one);
        }
        return json.append('"').toString();
    }
}
