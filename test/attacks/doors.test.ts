/**
 * Attacks through the newer doors of the built program, held against the same limits as those of `attacks.test.ts`.
 *
 * `GATEHOUSE_ATTACKS=long` runs all of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { openAuditReader } from '../../src-main/storage/audit-reader.js'
import { running } from './attack-case.js'
import { doorCases } from './cases/doors.js'
import { DoorScene } from './door-scene.js'
import { Holder } from './hold.js'

const millisecondsEach = 60_000

let scene: DoorScene
let holder: Holder<DoorScene>
beforeAll(async () => {
  scene = await DoorScene.open()
  holder = new Holder(scene)
}, 60_000)
afterAll(async () => {
  await holder?.stop()
  await scene?.close()
})

describe.each(Object.entries(doorCases))('%s: the program holds against', (_door, all) => {
  for (const attack of running(all)) it(attack.name, () => holder.run(attack), millisecondsEach)
})

it('has a name of its own for each attack', () => {
  const names = Object.values(doorCases).flatMap((all) => all.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})

it('ran no action but lines of the AI to players, and has a whole trail', async () => {
  await scene.program.stop()
  const trail = openAuditLog(scene.profile)
  const intents = trail.recent(100_000).filter(({ metadata }) => metadata?.phase === 'intent')
  trail.close()
  const reader = openAuditReader(scene.profile)
  const { broken } = reader.verify()
  reader.close()
  const ran = intents.map(({ capabilityId }) => capabilityId)
  expect(ran.filter((id) => !linesToPlayers.has(id ?? ''))).toEqual([])
  expect(broken).toBeUndefined()
})

const linesToPlayers = new Set(['chat.broadcast', 'ext.bedrock.message.send'])
