/**
 * Typed subject: which text names what a critical action is about. The player, where there is one; else the thing;
 * else the server.
 *
 * Guards invariant 2: who approves alone reads and types whom or what it hits, never an id. A name that can't be typed
 * from what the screen shows is not used: an invisible character in it would make it another name than the one read.
 */
import type { JsonObject, ServerReference } from '../contract/call.js'

export interface Subjected {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly server: Pick<ServerReference, 'id' | 'name'>
}

/** Core capability → the parameters that can name its subject; the first one that can be typed counts. */
const subjectParameters: Readonly<Record<string, readonly string[]>> = {
  'chat.broadcast': [],
  'entity.remove': ['worldName'],
  'player.teleport': ['playerName'],
  'player.kick': ['playerName'],
  'player.ban': ['playerName'],
  'player.mute': ['playerName'],
  'player.economy.balance.adjust': ['playerName'],
  'system.backup': ['name'],
  // A backup has only an id. What is lost is the world of the server.
  'system.restore': [],
  'system.reload': ['pluginName'],
  'world.time.set': ['worldName'],
  'world.weather.set': ['worldName'],
  'world.rule.set': ['rule'],
  'world.block.set': ['location.world'],
}

/** The same for actions that Gatehouse does not know. */
const usualParameters = ['playerName', 'player', 'player.name', 'username', 'target', 'target.name', 'name']

const mostCharacters = 64

/** Letters, marks, digits, punctuation and symbols that a keyboard has, with single spaces between them. */
const typable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u
/** Characters of those classes that a screen shows as nothing. */
const unseen = /\p{Default_Ignorable_Code_Point}|\u2800/u
/** An id in place of a name: nobody can say whom it means. */
const uuid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/iu

export function subjectOf({ capabilityId, arguments: given, server }: Subjected): string {
  const parameters = Object.hasOwn(subjectParameters, capabilityId) ? subjectParameters[capabilityId] : usualParameters
  const named = (parameters ?? []).map((parameter) => typableName(valueAt(given, parameter)))
  return named.find((name) => name !== undefined) ?? typableName(server.name) ?? typableName(server.id) ?? capabilityId
}

function valueAt(given: JsonObject, parameter: string): unknown {
  return parameter
    .split('.')
    .reduce<unknown>((value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined), given)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function typableName(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters || uuid.test(value)) return undefined
  const name = value.normalize('NFC')
  return typable.test(name) && !unseen.test(name) ? name : undefined
}
