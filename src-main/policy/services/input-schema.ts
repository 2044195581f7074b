/**
 * Input schema: parses the restricted JSON Schema of MCP's elicitation into form fields.
 *
 * Guards invariant 7: the schema comes from a service. Unknown parts are rejected, never guessed; counts and lengths
 * are bounded, and its patterns are not run.
 */

import type { JsonObject } from '@contract/call.js'
import { isObject } from '@contract/json/json-object.js'
import {
  type InputField,
  type InputOption,
  maxInputLength,
  problemsOf,
  textFormats,
} from '@shared/approvals/input-form.js'
import { cleanText, plainName } from '../text/untrusted-text.js'

export const inputSchemaLimits = { fields: 32, options: 200, name: 128, title: 128, description: 1_024 } as const

/** A problem in the schema, described for the service. */
export class InputSchemaProblem extends Error {}

/** @throws InputSchemaProblem */
export function inputFields(schema: unknown): readonly InputField[] {
  if (!isObject(schema) || schema.type !== 'object' || !isObject(schema.properties)) {
    throw new InputSchemaProblem('requestedSchema must be of type "object" and have properties.')
  }
  const properties = Object.entries(schema.properties)
  if (properties.length > inputSchemaLimits.fields) {
    throw new InputSchemaProblem(`A form can have at most ${inputSchemaLimits.fields} fields.`)
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const fields = properties.map(([name, property]) => fieldOf(name, property, required.has(name)))
  const unknown = [...required].filter((name) => !fields.some((field) => field.name === name))
  if (unknown.length > 0) throw new InputSchemaProblem('requestedSchema requires a field that it does not have.')
  return fields.map(withFittingDefault)
}

function fieldOf(name: string, property: unknown, isRequired: boolean): InputField {
  if (name === '' || name.length > inputSchemaLimits.name || name === '__proto__') {
    throw new InputSchemaProblem(`The name of a field must have 1 to ${inputSchemaLimits.name} characters.`)
  }
  if (!isObject(property)) throw new InputSchemaProblem('Each property must be an object.')
  const title = typeof property.title === 'string' ? plainName(property.title, inputSchemaLimits.title) : ''
  const description =
    typeof property.description === 'string' ? cleanText(property.description, inputSchemaLimits.description) : ''
  const base = {
    name,
    title: title === '' ? plainName(name, inputSchemaLimits.title) : title,
    ...(description.trim() !== '' && { description }),
    isRequired,
  }
  const options = optionsOf(property)
  if (options) {
    return {
      ...base,
      kind: 'choice',
      options,
      ...(typeof property.default === 'string' && { default: property.default }),
    }
  }
  switch (property.type) {
    case 'string':
      return { ...base, kind: 'text', ...textTerms(property) }
    case 'number':
    case 'integer':
      return { ...base, kind: 'number', isInteger: property.type === 'integer', ...numberTerms(property) }
    case 'boolean':
      return { ...base, kind: 'boolean', ...(typeof property.default === 'boolean' && { default: property.default }) }
    case 'array':
      return { ...base, kind: 'choices', ...choicesTerms(property) }
    default:
      throw new InputSchemaProblem('A field may be a string, number, integer, boolean, or a choice among strings.')
  }
}

function textTerms({ format, minLength, maxLength, default: given }: JsonObject) {
  const known = textFormats.find((one) => one === format)
  if (format !== undefined && !known)
    throw new InputSchemaProblem('A string may have the format email, uri, date or date-time.')
  return {
    ...(known && { format: known }),
    ...(isCount(minLength) && { minLength: Math.min(minLength, maxInputLength) }),
    ...(isCount(maxLength) && { maxLength }),
    ...(typeof given === 'string' && { default: given }),
  }
}

const numberTerms = ({ minimum, maximum, default: given }: JsonObject) => ({
  ...(isNumber(minimum) && { minimum }),
  ...(isNumber(maximum) && { maximum }),
  ...(isNumber(given) && { default: given }),
})

function choicesTerms({ items, minItems, maxItems, default: given }: JsonObject) {
  const options = isObject(items) ? optionsOf(items) : undefined
  if (!options) throw new InputSchemaProblem('An array must be a choice among strings.')
  return {
    options,
    ...(isCount(minItems) && { minItems: Math.min(minItems, options.length) }),
    ...(isCount(maxItems) && { maxItems }),
    ...(Array.isArray(given) && given.every((one) => typeof one === 'string') && { default: given as string[] }),
  }
}

/** Undefined when the property is not a choice. */
function optionsOf(property: JsonObject): readonly InputOption[] | undefined {
  const { enum: values, enumNames: names, oneOf, anyOf } = property
  const titled = oneOf ?? anyOf
  if (values === undefined && titled === undefined) return undefined
  const given = Array.isArray(values)
    ? values.map((value, at): unknown => ({ const: value, title: Array.isArray(names) ? names[at] : undefined }))
    : titled
  if (!Array.isArray(given) || given.length === 0 || given.length > inputSchemaLimits.options) {
    throw new InputSchemaProblem(`A choice must have 1 to ${inputSchemaLimits.options} options.`)
  }
  const options = given.map((option: unknown): InputOption => {
    const value = isObject(option) ? option.const : undefined
    if (typeof value !== 'string' || value.length > maxInputLength) {
      throw new InputSchemaProblem('Each option must be a string.')
    }
    const title = isObject(option) && typeof option.title === 'string' ? option.title : value
    return { value, title: plainName(title, inputSchemaLimits.title) || plainName(value, inputSchemaLimits.title) }
  })
  if (new Set(options.map(({ value }) => value)).size < options.length) {
    throw new InputSchemaProblem('The options of a choice must differ.')
  }
  return options
}

/** Removes a default that does not satisfy its own schema. */
function withFittingDefault(field: InputField): InputField {
  if (field.default === undefined || problemsOf([field], { [field.name]: field.default }).size === 0) return field
  const { default: _unfit, ...rest } = field
  return rest
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
