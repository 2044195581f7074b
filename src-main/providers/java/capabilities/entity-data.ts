/** Entity data: reads values of a player's data with `data get`, from 1.13 on. Strings in them are untrusted. */
import { GatewayError } from '@contract/gateway-error.js'
import { literal, playerArgument } from '../dialects/command-arguments.js'
import { unknownReply } from '../dialects/dialect.js'
import { parseSnbt, type Snbt } from '../dialects/snbt.js'
import type { JavaAbilities } from './java-capability.js'

/** One value of a player's data. @throws GatewayError when the path has no value, or the reply cannot be parsed */
export async function dataOf(
  name: string,
  path: string,
  { dialect }: JavaAbilities,
  signal: AbortSignal,
): Promise<Snbt> {
  const given = { player: playerArgument(name), path: literal(path) }
  const { fields, text } = await dialect.run('entityData', given, { signal })
  const value = parseSnbt(fields.value ?? '')
  if (value === undefined) throw unknownReply(text)
  return value
}

/** As above, but undefined when the game says that the path has no value. */
export async function dataIfThere(
  name: string,
  path: string,
  abilities: JavaAbilities,
  signal: AbortSignal,
): Promise<Snbt | undefined> {
  try {
    return await dataOf(name, path, abilities, signal)
  } catch (thrown) {
    const reply = thrown instanceof GatewayError ? thrown.details?.reply : undefined
    if (typeof reply === 'string' && reply.startsWith('Found no elements matching')) return undefined
    throw thrown
  }
}

export const numbersIn = (value: Snbt | undefined): readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number') ? (value as readonly number[]) : []

export const membersIn = (value: Snbt | undefined): Readonly<Record<string, Snbt>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, Snbt>>) : {}
