/**
 * Log line: a message with its details as one line, as text or as JSON.
 *
 * Guards invariant 5: untrusted text is escaped and bounded, and stays inside its line. Guards invariant 8: members
 * named like secrets are redacted, and so are parts of texts that look like keys.
 */
import type { JsonObject } from '@contract/call.js'
import { escapedJson, escapedJsonText, escapedText } from '@contract/text/escaped-text.js'
import { redactObject } from '../../policy/redaction/redaction.js'
import { redactTexts } from '../../policy/redaction/text-keys.js'
import { plainName } from '../../policy/text/untrusted-text.js'

/** Maximum characters of the details of one line; longer ones are truncated. */
const maxDetailsLength = 32 * 1024
/** Maximum characters of a detail within the message. */
const maxNameLength = 200

/** Members of a line in JSON besides its details. */
const ownMembers: ReadonlySet<string> = new Set(['level', 'timestamp', 'component', 'message', 'details'])

export interface LoggedMessage {
  readonly message: string
  /** Members of the line. A detail never replaces one of its own members. */
  readonly members: JsonObject
}

/** Fills `{name}` with the detail of that name; the other details become members of the line. */
export function loggedMessage(message: string, details: JsonObject): LoggedMessage {
  const rest = new Map(Object.entries(redactTexts(redactObject(details), maxDetailsLength) as JsonObject))
  const filled = message.replace(placeholder, (whole, name: string) => {
    if (!rest.has(name)) return whole
    const value = rest.get(name)
    rest.delete(name)
    return plainName(typeof value === 'string' ? value : JSON.stringify(value), maxNameLength)
  })
  const members = bounded(Object.fromEntries(rest))
  const isFree = Object.keys(members).every((name) => !ownMembers.has(name))
  return { message: filled, members: isFree ? members : { details: members } }
}

const placeholder = /\{([a-zA-Z]+)\}/gu

function bounded(details: JsonObject): JsonObject {
  const text = JSON.stringify(details)
  return text.length <= maxDetailsLength ? details : { beginning: text.slice(0, maxDetailsLength) }
}

/** @param json a line of pino */
export const jsonLine = (json: string): string => `${escapedJsonText(json.trimEnd())}\n`

/** `TIMESTAMP [level] [component] message {details}`. @param json a line of pino */
export function textLine(json: string): string {
  const { level, timestamp, component, message, ...members } = JSON.parse(json) as JsonObject
  const { details = members } = members
  const shown = Object.keys(details as JsonObject).length > 0 ? ` ${escapedJson(details)}` : ''
  return `${timestamp} [${level}] [${component}] ${escapedText(`${message}`)}${shown}\n`
}
