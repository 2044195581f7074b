/** Attacks on the door of owners on other computers, with the limits of `attacks.test.ts`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { running } from './attack-case.js'
import { AttackRunner } from './attack-runner.js'
import { ownerDoorCases } from './cases/owner-door.js'
import { OwnerDoorScene } from './owner-door-scene.js'

let scene: OwnerDoorScene
let holder: AttackRunner<OwnerDoorScene>
beforeAll(async () => {
  scene = await OwnerDoorScene.open()
  holder = new AttackRunner(scene)
})
afterAll(async () => {
  await holder?.stop()
  await scene?.close()
})

describe('the door of owners: the program withstands', () => {
  for (const attack of running(ownerDoorCases)) it(attack.name, () => holder.run(attack))
})

it('ran no action, added nobody, and has an intact audit log', async () => {
  expect(await scene.people()).toEqual(['Ada', 'Vera', 'desktop'])
  await scene.program.stop()
  const trail = openAuditLog(scene.profile)
  const intents = trail.recent(100_000).filter(({ metadata }) => metadata?.phase === 'intent')
  trail.close()
  expect(intents).toEqual([])
})
