package dev.gatehouse.agent.internal;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.harrel.jsonschema.Dialects;
import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.JsonSchemaException;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;
import java.net.URI;
import java.util.Map;

/** Validates values against a JSON Schema, which is compiled once. See docs/protocol.md#manifest-schemas. */
final class SchemaCheck {
    private static final int MAX_PROBLEMS = 16;
    private static final ValidatorFactory FACTORY =
            new ValidatorFactory()
                    .withDialect(new Dialects.Draft2020Dialect())
                    .withJsonNodeFactory(new GsonNode.Factory());

    private final JsonObject schema;
    private final Validator validator = FACTORY.createValidator();
    private final URI uri;

    /** @throws JsonSchemaException when the schema is invalid */
    SchemaCheck(JsonObject schema) {
        this.schema = schema;
        uri = validator.registerSchema(schema);
    }

    /** The problems of a value as `{ path, expected, given }`, at most 16; empty when it is valid. */
    JsonArray problems(JsonElement value) {
        Validator.Result result = validator.validate(uri, value);
        JsonArray problems = new JsonArray();
        if (result.isValid()) return problems;
        for (Error error : result.getErrors()) {
            if (problems.size() == MAX_PROBLEMS) break;
            JsonObject problem = new JsonObject();
            problem.addProperty("path", error.getInstanceLocation());
            problem.addProperty("expected", error.getKeyword() + " of the schema");
            problem.addProperty("given", error.getError());
            problems.add(problem);
        }
        return problems;
    }

    /** A copy in which every default of the schema is filled in. */
    JsonObject filled(JsonObject given) {
        JsonObject copy = given.deepCopy();
        fill(schema, copy);
        return copy;
    }

    private static void fill(JsonObject schema, JsonObject value) {
        if (!(schema.get("properties") instanceof JsonObject properties)) return;
        for (Map.Entry<String, JsonElement> property : properties.entrySet()) {
            if (!(property.getValue() instanceof JsonObject inner)) continue;
            JsonElement present = value.get(property.getKey());
            if (present == null && inner.has("default")) value.add(property.getKey(), inner.get("default").deepCopy());
            else if (present instanceof JsonObject object) fill(inner, object);
        }
    }
}
