import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Scene } from '../../../src-main/painter/painter.js'
import { BedrockScene } from '../../fakes/bedrock/bedrock-scene.js'
import { planOf } from '../../fakes/bedrock/build-game.js'
import type { ModelGame } from '../../fakes/bedrock/model-game.js'

const person = { id: 'control:stdin', name: 'control:stdin', kind: 'control' } as const
const hut = {
  name: 'Hut',
  world: 'overworld',
  origin: [0, 64, 0],
  parts: [{ shape: 'box', block: 'oak_planks', from: [0, 0, 0], to: [3, 2, 3], hollow: true }],
}
const corner = { x: 0, y: 0, z: 0 }

let scene: BedrockScene
let game: ModelGame
let id: string
let profile: string
let painted: Scene[]

const painter = {
  paint: async (shown: Scene) => {
    painted.push(shown)
    const projection = { turn: 0, from: corner, to: corner, half: 8, rise: 8, left: 0, top: 0 } as const
    return { png: new Uint8Array([1, 2, 3]), width: 10, height: 10, projection }
  },
  stop: async () => {},
}

beforeEach(async () => {
  profile = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bedrock-'))
  painted = []
  const halts = { state: () => 'none' as const, onDidChange: () => () => undefined }
  const building = { halts, planOf, areasOf: () => [], painter, structures: () => [], store: profile }
  scene = await BedrockScene.open({}, { quorums: () => ({ criticalQuorum: 1, quorums: {} }) }, building)
  ;({ game, id } = await scene.accepted({ players: ['Steve'] }))
  game.world.positions.set('Steve', { x: 40.5, y: 64, z: 40.5, dimension: 0 })
  game.world.land.put('overworld', [1, 64, 1], 'chest["minecraft:cardinal_direction"="north"]#27 diamonds')
})

afterEach(async () => {
  await scene.close()
  rmSync(profile, { recursive: true, force: true })
})

/** Calls and approves what is asked about. */
async function approved(capabilityId: string, given: Record<string, unknown>) {
  const { gateway } = scene.under
  const stop = gateway.approvals.onDidOpen(
    (question) =>
      void setImmediate(() => gateway.approvals.decideAsPerson({ id: question.id, decision: 'approve', person })),
  )
  gateway.approvals.attach(person)
  const { outcome } = await scene.under.call(capabilityId, given)
  stop()
  return outcome
}

describe('building in a Bedrock game', () => {
  it('is approved once and undone once, with what was in the chest', async () => {
    const { gateway } = scene.under
    const before = new Map(game.world.blocks)
    const kept = new Promise<string>((resolve) => gateway.undo.onDidRecord(({ requestId }) => resolve(requestId)))
    const outcome = await approved('ext.bedrock.build', hut)
    expect(outcome).toMatchObject({ kind: 'done', data: { built: 48, skipped: 0 } })
    expect(game.world.blockAt(1, 64, 1)).toBe('oak_planks')
    expect(gateway.registry.link(id)?.builds?.list()).toMatchObject([{ name: 'Hut', phase: 'done', done: 48 }])
    expect(await gateway.undo.run(await kept, { force: true }, 'desktop')).toMatchObject({ kind: 'undone' })
    expect(new Map(game.world.blocks)).toEqual(before)
  })

  it('shows the build alone before anything changes, and says that the place cannot be read', async () => {
    const before = new Map(game.world.blocks)
    const report = await scene.under.call('ext.bedrock.build.preview', hut)
    expect(report.outcome).toMatchObject({
      kind: 'done',
      data: { blocks: 48, size: { x: 4, y: 3, z: 4 }, replaced: [], unknown: ['unreadable'] },
      pictures: [{ mediaType: 'image/png', alt: 'The finished build, seen from above and from the south-east.' }],
    })
    const preview = await scene.under.gateway.registry
      .link(id)
      ?.previewBuild?.('ext.bedrock.build', hut, 0, new AbortController().signal)
    expect(preview?.picture).toMatchObject({ after: 'AQID' })
    expect(preview?.picture).not.toHaveProperty('before')
    expect(painted[0]).toMatchObject({ from: { x: 0, y: 64, z: 0 }, size: { x: 4, y: 3, z: 4 } })
    expect(new Map(game.world.blocks)).toEqual(before)
    expect(game.world.commands.filter((line) => /run (?:fill|setblock|structure|tickingarea)/u.test(line))).toEqual([])
  })

  it('says before a person is asked which blocks the game does not know', async () => {
    const parts = [{ shape: 'box', block: 'copper_toaster', from: [0, 0, 0], to: [0, 0, 0] }]
    const { outcome } = await scene.under.call('ext.bedrock.build.preview', { ...hut, parts })
    expect(outcome).toMatchObject({ error: { details: { why: 'build-unknown-blocks' } } })
  })

  it('says who stands where blocks would be', async () => {
    game.world.positions.set('Steve', { x: 1.5, y: 64, z: 1.5, dimension: 0 })
    const { outcome } = await scene.under.call('ext.bedrock.build.preview', hut)
    expect(outcome).toMatchObject({ data: { players: [{ name: 'Steve', x: 1, y: 64, z: 1 }] } })
  })

  it('is not offered to a game that cannot be recognized when it connects again', async () => {
    expect(scene.server(id)?.capabilities.map((one) => one.id)).toContain('ext.bedrock.build')
    const { id: nameless } = await scene.accepted({ players: [] })
    expect(scene.server(nameless)?.capabilities.map((one) => one.id)).not.toContain('ext.bedrock.build')
  })
})
