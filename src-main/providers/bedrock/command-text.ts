/**
 * Command text: validates and encodes each value of a Bedrock command.
 *
 * Enforces invariant 5 (command injection): no external text becomes a second command, a selector or another argument.
 * A value without a safe encoding is refused.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { problemOfPlayerName } from '../../policy/text/player-name.js'
import { cleanText, plainName } from '../../policy/text/untrusted-text.js'

/** Maximum UTF-8 bytes of a command. Games drop one over 461 without a reply. */
export const maxCommandBytes = 440

/** A command fragment that is safe to send unchanged; only this module creates one. */
export type EncodedBedrockArgument = string & { readonly encodedBedrockArgument: true }

const encoded = (text: string): EncodedBedrockArgument => text as EncodedBedrockArgument

const resource = /^(?:[a-z0-9_.-]{1,64}:)?[a-z0-9_./-]{1,128}$/u
const stateName = /^(?:[a-z0-9_]{1,32}:)?[a-z0-9_]{1,64}$/u
const stateText = /^[a-z0-9_]{1,64}$/u
const rule = /^[A-Za-z][A-Za-z0-9_]{0,63}$/u

const refused = (what: string, value: unknown, why?: string): GatewayError =>
  new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
    message: `This ${what} cannot be used in a Bedrock command.${why === undefined ? '' : ` ${why}`}`,
    suggestion: `Use a ${what} exactly as the game lists it.`,
    details: { [what]: String(value).slice(0, 64) },
  })

/** Whether a text has the form of an account's name, unchanged by cleaning. */
export const isAccountName = (value: unknown): value is string =>
  typeof value === 'string' && problemOfPlayerName(value) === undefined && plainName(value) === value

/** A player's name in quotes, which no valid name has. @throws GatewayError */
export function playerName(value: unknown): EncodedBedrockArgument {
  const problem = problemOfPlayerName(value)
  if (problem !== undefined) throw refused('player name', value, problem)
  return encoded(`"${value}"`)
}

/** An id such as `minecraft:stone`. @throws GatewayError */
export function resourceId(value: unknown): EncodedBedrockArgument {
  if (typeof value !== 'string' || !resource.test(value)) throw refused('id', value)
  return encoded(value)
}

/** Block states as Bedrock writes them: `["facing_direction"=2]`; empty when there are none. @throws GatewayError */
export function blockStates(states: unknown): EncodedBedrockArgument {
  if (states === undefined) return encoded('')
  if (typeof states !== 'object' || states === null || Array.isArray(states)) throw refused('block state', states)
  const entries = Object.entries(states).map(([key, value]) => {
    if (!stateName.test(key)) throw refused('block state', key)
    if (typeof value === 'boolean') return `"${key}"=${value}`
    if (typeof value === 'number' && Number.isSafeInteger(value)) return `"${key}"=${value}`
    if (typeof value === 'string' && stateText.test(value)) return `"${key}"="${value}"`
    throw refused('block state', `${key}=${value}`)
  })
  return encoded(entries.length === 0 ? '' : `[${entries.join(',')}]`)
}

/** @throws GatewayError unless it is an integer in the range */
export function integer(value: unknown, least: number, most: number): EncodedBedrockArgument {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most)
    throw refused('whole number', value)
  return encoded(String(value))
}

/** A decimal number without an exponent. @throws GatewayError */
export function decimal(value: unknown): EncodedBedrockArgument {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 30_000_000)
    throw refused('number', value)
  return encoded(String(Number(value.toFixed(4))))
}

/** A value from a fixed list. @throws GatewayError */
export function oneOf(value: unknown, list: readonly string[]): EncodedBedrockArgument {
  if (typeof value !== 'string' || !list.includes(value)) throw refused('value', value)
  return encoded(value)
}

/** @throws GatewayError */
export function ruleName(value: unknown): EncodedBedrockArgument {
  if (typeof value !== 'string' || !rule.test(value)) throw refused('game rule', value)
  return encoded(value.toLowerCase())
}

/** @throws GatewayError unless it is a boolean or an integer, as itself or as text */
export function ruleValue(value: unknown): EncodedBedrockArgument {
  const text = String(value)
  if (!/^(?:true|false|-?\d{1,10})$/u.test(text)) throw refused('value of a game rule', value)
  return encoded(text)
}

/** Text at the end of a command, such as a reason. The game replaces selectors, so `@` becomes its full-width form. */
export const messageText = (value: unknown): EncodedBedrockArgument =>
  encoded(cleanText(String(value), 256).replace(/\s+/gu, ' ').replaceAll('@', '＠').replaceAll('"', "'").trim())

/** A constant of our own; never external text. */
export const literal = (text: string): EncodedBedrockArgument => encoded(text)

const aiPrefix = '[AI] '
const ownPrefix = '[Gatehouse] '
/** As the console of a server. */
const ownerPrefix = '[Server] '

const prefixes = { ai: `§6${aiPrefix}§r`, owner: `§6${ownerPrefix}§r`, gatehouse: `§e${ownPrefix}§r` }

/** Whether a message has one of our prefixes. */
export const isOwnMessage = (message: string): boolean => {
  const text = cleanText(message, 64).trimStart()
  return [aiPrefix, ownPrefix, ownerPrefix].some((prefix) => text.startsWith(prefix.trim()))
}

/** Selectors such as `@a`; an `@` before a name is not matched. */
const selector = /@(?=(?:[acenprsv]|initiator)(?![\p{L}\p{N}_]))/gu

/** A text as one line, without formatting codes and selectors. */
const shownText = (text: string): string =>
  cleanText(text, 4_096).replace(/\s+/gu, ' ').replaceAll('§', '').replace(selector, '＠')

/**
 * `tellraw` commands that show a text, each within the byte limit. The text is split between code points, preferably at
 * spaces. Each part has the sender's prefix, so that a model cannot use a line break or a split to imitate the game.
 *
 * @param target a selector of our own or an encoded name
 */
export function messageCommands(
  target: EncodedBedrockArgument,
  text: string,
  from: keyof typeof prefixes,
  maxBytes: number,
): string[] {
  const prefix = prefixes[from]
  const commandFor = (part: string) =>
    `tellraw ${target} ${JSON.stringify({ rawtext: [{ text: `${prefix}${part}` }] })}`
  const commands: string[] = []
  let rest = shownText(text)
  while (rest !== '' || commands.length === 0) {
    const fits = (part: string) => Buffer.byteLength(commandFor(part)) <= maxBytes
    const part = fits(rest) ? rest : maxPartLength(rest, fits)
    commands.push(commandFor(part.trimEnd()))
    rest = rest.slice(part.length).trimStart()
  }
  return commands
}

/** The longest prefix that fits, cut between code points and preferably after a space. */
function maxPartLength(text: string, fits: (part: string) => boolean): string {
  const characters = [...text.slice(0, 512)]
  let [least, most] = [1, characters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(characters.slice(0, middle).join(''))) least = middle
    else most = middle - 1
  }
  const part = characters.slice(0, least).join('')
  const space = part.lastIndexOf(' ')
  return space > part.length / 2 ? part.slice(0, space + 1) : part
}
