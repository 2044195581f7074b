import { snapshotCreate, snapshotRestore } from '@contract/snapshot-capabilities.js'
import { expect, it } from 'vitest'
import {
  type BedrockAbilities,
  runOrThrow,
} from '../../../../src-main/providers/bedrock/capabilities/bedrock-capability.js'
import { bedrockCapabilities } from '../../../../src-main/providers/bedrock/capabilities/index.js'
import { maxStructures } from '../../../../src-main/providers/bedrock/capabilities/snapshot-capabilities.js'
import type { BedrockReply } from '../../../../src-main/providers/bedrock/link.js'
import { ModelWorld } from '../../../fakes/bedrock/model-world.js'

const { signal } = new AbortController()

/** A game whose commands a function answers, with no connection between. */
const answeredBy = (reply: (command: string) => { statusCode: number; statusMessage: string }): BedrockAbilities => ({
  unknown: new Set(),
  reads: new Set(),
  link: {
    id: 'bedrock:1',
    run: async (command): Promise<BedrockReply> => {
      const { statusCode, statusMessage, ...body } = reply(command)
      return { statusCode, statusMessage, body }
    },
    onDidChat: () => () => {},
    onDidReceive: () => () => {},
    onDidClose: () => () => {},
  },
})

it('snapshots of a Bedrock game leave the newest structures in the game, and delete the others', async () => {
  const world = new ModelWorld(['Steve'])
  const abilities = answeredBy((command) => world.run(command))
  const take = async (x: number) => {
    const parameters = { location: { world: 'overworld', x, y: 64, z: 0 }, type: 'minecraft:stone' }
    const given = { capabilityId: 'world.block.set', parameters }
    return (await bedrockCapabilities.get(snapshotCreate)?.run({ given, signal }, abilities))?.snapshotId
  }
  const ids: unknown[] = []
  for (let x = 0; x < maxStructures + 5; x++) ids.push(await take(x))
  expect(world.land.structures.size).toBe(maxStructures)
  const restore = (id: unknown) =>
    bedrockCapabilities.get(snapshotRestore)?.run({ given: { snapshotId: id }, signal }, abilities)
  await expect(restore(ids.at(-1))).resolves.toEqual({})
  await expect(restore(ids[0])).rejects.toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
})

it('the redo of the oldest snapshot of a Bedrock game does not cost that snapshot', async () => {
  const world = new ModelWorld(['Steve'])
  const abilities = answeredBy((command) => world.run(command))
  const take = async (capabilityId: string, parameters: object) => {
    const given = { capabilityId, parameters }
    return (await bedrockCapabilities.get(snapshotCreate)?.run({ given, signal }, abilities))?.snapshotId
  }
  const place = (x: number) => ({ location: { world: 'overworld', x, y: 64, z: 0 }, type: 'minecraft:stone' })
  const oldest = await take('world.block.set', place(0))
  for (let x = 1; x < maxStructures; x++) await take('world.block.set', place(x))
  await take(snapshotRestore, { snapshotId: oldest })
  expect(world.land.structures.size).toBe(maxStructures)
  const restoring = bedrockCapabilities.get(snapshotRestore)?.run({ given: { snapshotId: oldest }, signal }, abilities)
  await expect(restoring).resolves.toEqual({})
})

it.each([
  [-2_147_483_648, 'BUSINESS.OPERATION_FAILED', 'does not know this command'],
  [-2_147_483_647, 'BUSINESS.OPERATION_FAILED', 'does not know this command'],
  [-2_147_418_107, 'BUSINESS.OPERATION_FAILED', 'requires an encrypted connection'],
  [-2_147_418_109, 'SYSTEM.RATE_LIMITED', ''],
  [-2_147_352_576, 'BUSINESS.PLAYER_OFFLINE', ''],
  [-1, 'BUSINESS.OPERATION_FAILED', 'refused the command'],
])('a command that a Bedrock game refuses with status %i says why', async (statusCode, code, words) => {
  const abilities = answeredBy(() => ({ statusCode, statusMessage: '不行' }))
  const refused = runOrThrow(abilities, 'kick "Steve"', signal, 'BUSINESS.PLAYER_OFFLINE')
  await expect(refused).rejects.toMatchObject({ code, message: expect.stringContaining(words) })
  await expect(refused).rejects.toMatchObject({ details: { statusCode, reply: '不行' } })
})
