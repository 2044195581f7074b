/**
 * Attacks on the built program, each checked against the same limits: event loop, memory, responses to other clients,
 * no action.
 *
 * `GATEHOUSE_ATTACKS=long` runs all of them. Loop and memory are measured in the attacked process.
 */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { limits, running } from './attack-case.js'
import { AttackRunner } from './attack-runner.js'
import { AttackScene } from './attack-scene.js'
import { attackCases } from './cases/index.js'
import { MeasuredProcess } from './measured-process.js'

const causes = [...new Set(attackCases.map(({ cause }) => cause))]

let scene: AttackScene
let holder: AttackRunner
beforeAll(async () => {
  scene = await AttackScene.open()
  holder = new AttackRunner(scene)
})
afterAll(async () => {
  await holder?.stop()
  await scene?.close()
})

describe.each(causes)('%s: the program withstands', (cause) => {
  it.each(running(attackCases.filter((one) => one.cause === cause)))('$name', async (attack) => {
    await holder.run(attack)
  })
})

it('has a unique name for each attack', () => {
  const names = attackCases.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

it('ran no action, and has an intact audit log', async () => {
  await scene.program.stop()
  const trail = openAuditLog(scene.profile)
  const intents = trail.recent(100_000).filter(({ metadata }) => metadata?.phase === 'intent')
  trail.close()
  expect(intents).toEqual([])
})

describe('the measurement', () => {
  it('detects a blocked event loop and retained memory', async () => {
    const hold = 'const end = Date.now() + 300; while (Date.now() < end);'
    const keep = 'globalThis.kept = Array.from({ length: 100 }, () => Buffer.alloc(1048576, 1));'
    const guilty = MeasuredProcess.measuring(
      '--eval',
      `setInterval(() => { ${hold} ${keep} console.log('done') }, 1000)`,
    )
    await guilty.begin()
    await once(guilty.child.stdout ?? guilty.child, 'data')
    const { heldMs, heapGrowth } = await guilty.end()
    await guilty.stop()
    expect(heldMs).toBeGreaterThan(limits.heldMs)
    expect(heapGrowth).toBeGreaterThan(limits.heapGrowth)
  })
})
