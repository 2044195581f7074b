/**
 * Attacks on the newer interfaces of the built program, with the same limits as those of `attacks.test.ts`.
 *
 * `GATEHOUSE_ATTACKS=long` runs all of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { openAuditReader } from '../../src-main/storage/audit-reader.js'
import { running } from './attack-case.js'
import { AttackRunner } from './attack-runner.js'
import { surfaceCases } from './cases/surfaces.js'
import { SurfaceScene } from './surface-scene.js'

let scene: SurfaceScene
let holder: AttackRunner<SurfaceScene>
beforeAll(async () => {
  scene = await SurfaceScene.open()
  holder = new AttackRunner(scene)
})
afterAll(async () => {
  await holder?.stop()
  await scene?.close()
})

describe.each(Object.entries(surfaceCases))('%s: the program withstands', (_surface, all) => {
  for (const attack of running(all)) it(attack.name, () => holder.run(attack))
})

it('has a unique name for each attack', () => {
  const names = Object.values(surfaceCases).flatMap((all) => all.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})

it('ran no action but chat messages of the AI, and has an intact audit log', async () => {
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
