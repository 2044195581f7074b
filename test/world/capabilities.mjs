/**
 * What the agent can do: for each capability which parameters it takes, and from them to data. Each refuses what it
 * cannot use with a code of docs/protocol.md#errors-codes.
 */
import { chat } from './capabilities/chat.mjs'
import { entity } from './capabilities/entity.mjs'
import { player } from './capabilities/player.mjs'
import { system } from './capabilities/system.mjs'
import { world as worldItself } from './capabilities/world.mjs'
import { ContractError } from './contract-error.mjs'
import { capabilities } from './declarations.mjs'
import { accept } from './parameters.mjs'

export const offered = { ...chat, ...entity, ...player, ...system, ...worldItself }
const eventIds = new Set(capabilities.filter(({ type }) => type === 'event').map(({ id }) => id))

/** Carries out one request and returns its data; throws a {@link ContractError}. */
export async function perform(world, payload) {
  const { capabilityId, version = '1.0.0', parameters = {} } = payload ?? {}
  if (typeof capabilityId !== 'string') throw new ContractError('PROTOCOL.INVALID_REQUEST', 'Which capability?')
  if (eventIds.has(capabilityId))
    throw new ContractError('PROTOCOL.UNSUPPORTED_TYPE', `${capabilityId} is an event; it comes by itself`)
  if (!Object.hasOwn(offered, capabilityId))
    throw new ContractError('PROTOCOL.CAPABILITY_NOT_FOUND', `There is no ${capabilityId} here`, { capabilityId })
  if (!/^1\.\d+\.\d+$/u.test(version))
    throw new ContractError('PROTOCOL.VERSION_MISMATCH', `${capabilityId} is offered as 1.0.0`, { version })
  const { parameters: taken, perform: carryOut } = offered[capabilityId]
  accept(taken, parameters)
  return carryOut(world, parameters)
}
