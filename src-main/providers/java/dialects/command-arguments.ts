/**
 * Command arguments: validates each value and encodes it for its position in a console command.
 *
 * Guards invariant 5: no text of a model or player becomes a second command, a selector or another argument. A value
 * without a safe encoding is rejected.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { problemOfPlayerName } from '../../../policy/text/player-name.js'

/** A command fragment that is safe to send unchanged; only this module creates one. */
export type EncodedJavaArgument = string & { readonly encodedArgument: true }

const encoded = (text: string): EncodedJavaArgument => text as EncodedJavaArgument

const resource = /^(?:[a-z0-9_.-]{1,64}:)?[a-z0-9_./-]{1,128}$/u
const stateName = /^[a-z0-9_]{1,64}$/u
const stateValue = /^[a-z0-9_]{1,64}$/u
const uuid = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/u
/**
 * Without `minecraft:`, so that a rule cannot have a second name with an unrated risk. Rules of mods have namespaces.
 */
const rule = /^(?!minecraft:)(?:[a-z0-9_.-]{1,64}:)?[A-Za-z][A-Za-z0-9_.]{0,63}$/u

const refused = (what: string, value: unknown, why?: string): GatewayError =>
  new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
    message: `This ${what} cannot be used in a console command.${why === undefined ? '' : ` ${why}`}`,
    suggestion: `Use a ${what} exactly as the server lists it.`,
    details: { [what]: String(value).slice(0, 64) },
  })

/** A player's name, which is no command text yet: the dialect writes it as its place in the command needs. */
export interface PlayerArgument {
  readonly name: string
}

/** A valid player name. Selectors such as `@a` are rejected. @throws GatewayError */
export function playerName(value: unknown): string {
  const problem = problemOfPlayerName(value)
  if (problem !== undefined) throw refused('player name', value, problem)
  return String(value)
}

/** @throws GatewayError */
export const playerArgument = (value: unknown): PlayerArgument => ({ name: playerName(value) })

/** What the game reads as one word without quotes. */
const unquoted = /^[A-Za-z0-9_.+-]{1,16}$/u
/** The game reads such a name as the id of an entity, also when it is quoted. */
const likeUuid = /^[0-9A-Fa-f]{1,16}(?:-[0-9A-Fa-f]{1,16}){4}$/u
/** Maximum UTF-16 units of a name that is not part of a selector. */
const maxWordLength = 16

/**
 * A player where the game reads entities (`kick`, `tp`, `give`): from 1.13 on names may be quoted, before they end at
 * a space. @throws GatewayError when the version has no way to write the name
 */
export function entityTarget(value: unknown, isQuotable: boolean): EncodedJavaArgument {
  const name = playerName(value)
  if (!isQuotable) return wordTarget(name)
  if (likeUuid.test(name) || name.length > maxWordLength) return encoded(`@a[name="${name}",limit=1]`)
  return encoded(unquoted.test(name) ? name : `"${name}"`)
}

/**
 * A player where the game reads profiles (`ban`, `op`, `whitelist`): the name ends at a space, so a name with one is
 * found only while its player is online. @throws GatewayError as above
 */
export function profileTarget(value: unknown, isQuotable: boolean): EncodedJavaArgument {
  const name = playerName(value)
  if (!isQuotable || !name.includes(' ')) return wordTarget(name)
  return encoded(`@a[name="${name}",limit=1]`)
}

function wordTarget(name: string): EncodedJavaArgument {
  if (name.includes(' ')) throw refused('player name', name, 'Here the console cannot write a name with a space.')
  return encoded(name)
}

/** The name of a player whose score is meant: what the game reads up to a space, and never as a selector. @throws GatewayError */
export function scoreHolder(value: unknown): EncodedJavaArgument {
  if (typeof value !== 'string' || !/^[A-Za-z0-9_.]{1,17}$/u.test(value)) throw refused('player name', value)
  return encoded(value)
}

/** @throws GatewayError */
export function entityUuid(value: unknown): EncodedJavaArgument {
  if (typeof value !== 'string' || !uuid.test(value)) throw refused('entity id', value)
  return encoded(value.toLowerCase())
}

/** An id such as `minecraft:stone`; never a tag. @throws GatewayError */
export function resourceId(value: unknown): EncodedJavaArgument {
  if (typeof value !== 'string' || !resource.test(value)) throw refused('id', value)
  return encoded(value.includes(':') ? value : `minecraft:${value}`)
}

/** A block with its states: `minecraft:oak_stairs[facing=north]`. @throws GatewayError */
export function blockState(type: unknown, states: unknown): EncodedJavaArgument {
  const id = resourceId(type)
  if (states === undefined) return id
  if (typeof states !== 'object' || states === null || Array.isArray(states)) throw refused('block state', states)
  const entries = Object.entries(states).map(([key, value]) => {
    if (!stateName.test(key) || !stateValue.test(String(value))) throw refused('block state', `${key}=${value}`)
    return `${key}=${value}`
  })
  return entries.length === 0 ? id : encoded(`${id}[${entries.join(',')}]`)
}

/** @throws GatewayError unless it is an integer in the range */
export function integer(value: unknown, least: number, most: number): EncodedJavaArgument {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > most) {
    throw refused('whole number', value)
  }
  return encoded(String(value))
}

/** A decimal number without an exponent, because commands do not accept one. @throws GatewayError */
export function decimal(value: unknown): EncodedJavaArgument {
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 30_000_000) {
    throw refused('number', value)
  }
  const text = value.toFixed(6)
  return encoded(text.includes('.') ? text.replace(/0{1,6}$/u, '').replace(/\.$/u, '') : text)
}

/** A value from a fixed list. @throws GatewayError */
export function oneOf(value: unknown, list: readonly string[]): EncodedJavaArgument {
  if (typeof value !== 'string' || !list.includes(value)) throw refused('value', value)
  return encoded(value)
}

/** @throws GatewayError */
export function ruleName(value: unknown): EncodedJavaArgument {
  if (typeof value !== 'string' || !rule.test(value)) throw refused('game rule', value)
  return encoded(value)
}

/** @throws GatewayError unless it is a boolean or an integer, as itself or as text */
export function ruleValue(value: unknown): EncodedJavaArgument {
  const text = String(value)
  if (!/^(?:true|false|-?\d{1,10})$/u.test(text)) throw refused('value of a game rule', value)
  return encoded(text)
}

/** Characters that could end a line or hide in it. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}§]/gu

/**
 * Free text at the end of a command, such as a reason. The game expands selectors in it, so `@` is replaced by its
 * full-width form where a selector could start.
 */
export const messageText = (value: unknown): EncodedJavaArgument =>
  encoded(
    String(value)
      .replace(/\s/gu, ' ')
      .replace(unprintable, '')
      .replace(/@(?=[a-z[])/giu, '＠')
      .trim(),
  )

/** Plain text as a text component, in JSON that is also valid SNBT. It contains no selector or translation. */
export const textComponent = (
  ...parts: readonly { readonly text: string; readonly color?: string }[]
): EncodedJavaArgument =>
  encoded(JSON.stringify(parts.length === 1 ? cleanPart(parts[0]) : [{ text: '' }, ...parts.map(cleanPart)]))

const cleanPart = (part: { readonly text: string; readonly color?: string } = { text: '' }) => ({
  text: part.text.replace(/\s/gu, ' ').replace(unprintable, ''),
  ...(part.color !== undefined && { color: part.color }),
})

/** A constant of our own; never external text. */
export const literal = (text: string): EncodedJavaArgument => encoded(text)
