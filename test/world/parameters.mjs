/**
 * Parameters: what callers may give, checked by the rules of docs/protocol.md#manifest-schemas. A refusal lists every
 * path, what was expected there and what was given.
 *
 * A check takes a value and its path and returns the complaints about it.
 */
import { ContractError } from './contract-error.mjs'

/** @typedef {{ path: string, expected: string, given: unknown }} Complaint */
/** @typedef {((value: unknown, path: string) => Complaint[]) & { isOptional?: boolean }} Check */

/** @returns {Check} */
const that = (holds, expected) => (value, path) => (holds(value) ? [] : [{ path, expected, given: value }])

const isRecord = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)

export const text = ({ least = 0, most = Number.POSITIVE_INFINITY, pattern = /^/u } = {}) =>
  that(
    (value) => typeof value === 'string' && length(value) >= least && length(value) <= most && pattern.test(value),
    `a text of ${least} to ${most} characters${pattern.source === '^' ? '' : ` like ${pattern.source}`}`,
  )

export const number = (least, most) =>
  that((value) => Number.isFinite(value) && value >= least && value <= most, `a number from ${least} to ${most}`)

export const integer = (least, most) =>
  that((value) => Number.isInteger(value) && value >= least && value <= most, `an integer from ${least} to ${most}`)

export const oneOf = (...values) => that((value) => values.includes(value), `one of ${values.join(', ')}`)

/** Any of the JSON types that are no containers and not null. */
export const scalar = () =>
  that((value) => ['string', 'number', 'boolean'].includes(typeof value), 'a text, a number or a boolean')

/** @returns {Check} */
export const either =
  (...checks) =>
  (value, path) => {
    const complaints = checks.map((check) => check(value, path))
    return complaints.some((some) => some.length === 0)
      ? []
      : [{ path, expected: complaints.map(([{ expected }]) => expected).join(' or '), given: value }]
  }

export const boolean = () => that((value) => typeof value === 'boolean', 'true or false')

/** @param {Check} check @returns {Check} */
export const optional = (check) => Object.assign((value, path) => check(value, path), { isOptional: true })

/** @param {Check} check @returns {Check} Between `least` and `most` of what the check takes, none of them twice. */
export const set = (check, least, most) => (value, path) => {
  if (!Array.isArray(value) || value.length < least || value.length > most || new Set(value).size < value.length)
    return [{ path, expected: `${least} to ${most} different items`, given: value }]
  return value.flatMap((item, index) => check(item, `${path}/${index}`))
}

/** @param {Check} check @returns {Check} At most `most` names, each with what the check takes. */
export const dictionary = (check, most) => (value, path) => {
  if (!isRecord(value) || Object.keys(value).length > most)
    return [{ path, expected: `an object with at most ${most} members`, given: value }]
  return Object.entries(value).flatMap(([name, member]) => check(member, `${path}/${name}`))
}

/**
 * @param {Record<string, Check>} fields
 * @param {{ isOpen?: boolean }} [options] `isOpen`: other fields are let through
 * @returns {Check}
 */
export const record =
  (fields, { isOpen = false } = {}) =>
  (value, path) => {
    if (!isRecord(value)) return [{ path, expected: 'an object', given: value }]
    const unknown = isOpen ? [] : Object.keys(value).filter((name) => !Object.hasOwn(fields, name))
    return [
      ...unknown.map((name) => ({ path: `${path}/${name}`, expected: 'nothing of this name', given: value[name] })),
      ...Object.entries(fields).flatMap(([name, check]) => {
        if (Object.hasOwn(value, name)) return check(value[name], `${path}/${name}`)
        return check.isOptional ? [] : [{ path: `${path}/${name}`, expected: 'a value', given: undefined }]
      }),
    ]
  }

/** @throws ContractError `PROTOCOL.SCHEMA_VALIDATION_FAILED` when the parameters are not what the check takes */
export function accept(check, parameters) {
  const errors = check(parameters, '')
  if (errors.length === 0) return
  const [{ path, expected }] = errors
  throw new ContractError('PROTOCOL.SCHEMA_VALIDATION_FAILED', `${path || 'parameters'} must be ${expected}`, {
    errors,
  })
}

const length = (value) => [...value].length
