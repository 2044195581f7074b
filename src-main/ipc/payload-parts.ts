/** Payload parts: schemas that payloads of several areas have in common. */

/** Of a request that carries nothing; what carries something is refused. */
export const nothing = {}
export const id = { type: 'string', minLength: 1, maxLength: 256 }
/** One that the handler has offered to the window before; the handler knows which those are. */
export const file = { type: 'string', minLength: 1, maxLength: 4_096 }

/** An object with exactly these members. */
export const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})
