package dev.gatehouse.paper.world;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Parses and formats blocks with states: {@code minecraft:furnace[facing=north,lit=false]}. */
final class BlockStates {
    private static final int LONGEST = 64;

    private BlockStates() {}

    static Map<String, String> of(String text) {
        Map<String, String> states = new TreeMap<>();
        int begin = text.indexOf('[');
        if (begin < 0 || !text.endsWith("]")) return states;
        for (String one : text.substring(begin + 1, text.length() - 1).split(",")) {
            int equals = one.indexOf('=');
            if (equals > 0) states.put(one.substring(0, equals), one.substring(equals + 1));
        }
        return states;
    }

    /** @throws IllegalArgumentException when a name or a value could be read as more than one state */
    static String write(String type, Map<String, String> states) {
        if (states.isEmpty()) return type;
        return new TreeMap<>(states)
                .entrySet().stream()
                        .map(state -> word(state.getKey()) + "=" + word(state.getValue()))
                        .collect(Collectors.joining(",", type + "[", "]"));
    }

    private static String word(String text) {
        boolean fits = !text.isEmpty() && text.length() <= LONGEST && text.chars().allMatch(BlockStates::isPlain);
        if (!fits) throw new IllegalArgumentException("not a state");
        return text;
    }

    private static boolean isPlain(int one) {
        return one >= 'a' && one <= 'z' || one >= '0' && one <= '9' || one == '_';
    }
}
