/** Fake builds: a bridge with a tower that an AI wants to build, drawn by the painter, and builds in every state. */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { BuildFacts, BuildPicture, Turn } from '@shared/build/build-preview.js'
import type { BuildPart, BuildState } from '@shared/build/build-state.js'
import { imagesOf, viewOf } from '@shared/build/build-view.js'
import type { StructureFile } from '@shared/build/structure-file.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import pictures from './build-pictures.json' with { type: 'json' }
import { askTime } from './example-data.js'
import { done, type HandlersOf, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

const drawn = (turn: Turn): BuildPicture => (pictures as unknown as Readonly<Record<Turn, BuildPicture>>)[turn]

const colours: Readonly<Record<string, string>> = {
  stone_bricks: '#7a7a7a',
  oak_planks: '#b8945f',
  bricks: '#97604f',
  stone_brick_wall: '#7a7a7a',
  glowstone: '#e8b964',
  glass: '#c0d8e0',
}

const minecraft = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([block, count]) => ({ block: `minecraft:${block}`, count }))

export const bridgeFacts: BuildFacts = {
  hash: '5e'.repeat(32),
  name: 'stone bridge with a tower',
  world: 'minecraft:overworld',
  from: { x: 122, y: 62, z: -62 },
  to: { x: 145, y: 81, z: -54 },
  size: { x: 24, y: 20, z: 9 },
  blocks: 640,
  changes: 622,
  kinds: minecraft({ stone_bricks: 336, oak_planks: 120, bricks: 96, stone_brick_wall: 48, glowstone: 24, glass: 16 }),
  replaced: minecraft({ oak_planks: 148, spruce_planks: 64 }),
  containers: [
    {
      ...{ x: 125, y: 64, z: -59, block: 'minecraft:chest' },
      items: [
        { id: 'minecraft:bread', count: 12 },
        { id: 'minecraft:iron_pickaxe', count: 1 },
      ],
    },
  ],
  containerCount: 1,
  players: [{ name: 'Mia', x: 134.5, y: 66, z: -57.5 }],
  entities: [],
  floating: [],
  water: 0,
  lava: 0,
  commands: 61,
  seconds: 130,
  unknown: [],
}

const onceOnly = { durations: ['once'], coverages: [{ id: 'exactly' }] } as const

export const askBuild = (now: number, part: Partial<OpenApproval> = {}): OpenApproval =>
  askTime(now, {
    id: 'ask-build',
    requestId: 'r-build',
    group: 'claude ext.java.build',
    capabilityId: 'ext.java.build',
    capabilityName: 'Build',
    arguments: {
      name: 'stone bridge with a tower',
      world: 'minecraft:overworld',
      origin: [122, 62, -62],
      parts: [{ shape: 'hollow', from: [1, 2, 1], to: [7, 15, 7], block: 'stone_bricks' }],
    },
    reason: 'Steve asked for a bridge with a lookout.',
    riskReason: 'Changes what players built.',
    undo: { possible: true, how: 'snapshot' },
    offered: { approve: onceOnly, deny: onceOnly },
    expiresAt: new Date(now + 276_000).toISOString(),
    ...part,
  })

const caller = { id: 'claude', name: 'Claude Desktop' }

export const exampleParts: readonly BuildPart[] = [
  { number: 1, name: 'road', blocks: 98 },
  { number: 2, name: 'tower', blocks: 431 },
  { number: 3, name: 'lamps', blocks: 1 },
]

/** A build in each state. */
export const exampleBuilds = (now: number): readonly BuildState[] => {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  const one = (id: string, part: Partial<BuildState>): BuildState => ({
    ...{ id, serverId: 'survival', name: 'stone bridge with a tower', caller },
    ...{ phase: 'running', done: 412, total: 640, startedAt: ago(6), changedAt: ago(2) },
    ...part,
  })
  return [
    one('b-running', { secondsLeft: 118 }),
    one('b-paused', { phase: 'paused' }),
    one('b-player', { phase: 'waiting', done: 518, waitsFor: { why: 'player', names: ['Mia'] } }),
    one('b-unlisted', { phase: 'waiting', done: 518, waitsFor: { why: 'player', names: [] } }),
    one('b-slow', { phase: 'waiting', waitsFor: { why: 'slow-server', tps: 13.2 } }),
    one('b-offline', { phase: 'waiting', waitsFor: { why: 'offline' } }),
    one('b-elsewhere', { phase: 'waiting', waitsFor: { why: 'elsewhere', address: 'rcon://192.168.1.20:25575' } }),
    one('b-stopped', { phase: 'stopped' }),
    one('b-failed', {
      phase: 'failed',
      problem: { code: 'BUSINESS.OPERATION_FAILED', message: 'The server no longer lets Gatehouse set blocks.' },
    }),
    one('b-undoing', { phase: 'undoing', done: 300, waitsFor: { why: 'player', names: ['Mia'] } }),
    one('b-done', { phase: 'done', done: 640, changedAt: ago(0) }),
  ]
}

export function buildsOf(shell: FakeShell, push: Push): HandlersOf<'builds' | 'areas' | 'structures'> {
  const change = (id: string, part: Partial<BuildState>) => {
    const changedAt = new Date().toISOString()
    shell.builds = shell.builds.map((build) => (build.id === id ? { ...build, changedAt, ...part } : build))
    push('builds:changed', shell.builds)
    return done
  }
  return {
    'builds:preview': ({ turn }) => ({
      ok: true,
      value: viewOf(
        { facts: shell.buildFacts ?? bridgeFacts, picture: drawn(turn) },
        (block) => colours[block.replace('minecraft:', '')] ?? '#888888',
      ),
    }),
    'builds:images': ({ turn }) => {
      const { before, ...alone } = imagesOf(drawn(turn))
      const isReadable = !shell.buildFacts?.unknown.includes('unreadable')
      return { ok: true, value: { ...alone, ...(isReadable && before !== undefined && { before }) } }
    },
    'builds:list': () => ({ ok: true, value: shell.builds }),
    'builds:pause': ({ id }) => change(id, { phase: 'paused' }),
    'builds:resume': ({ id }) => change(id, { phase: 'running', secondsLeft: 100 }),
    'builds:stop': ({ id }) => change(id, { phase: 'stopped' }),
    'builds:picture': () => ({ ok: true, value: imagesOf(drawn(0)) }),
    'areas:list': () => ({ ok: true, value: shell.areas }),
    'areas:add': ({ server: _server, ...area }) => {
      shell.areas = [...shell.areas, area satisfies BuildArea]
      return done
    },
    'structures:list': () => ({ ok: true, value: shell.structures }),
    'structures:add': () => {
      const [file] = exampleStructures
      const added = file && { ...file, name: `castle-${shell.structures.length}`, fileName: 'castle.schem' }
      if (added) shell.structures = [...shell.structures, added]
      return { ok: true, value: added ?? null }
    },
    'structures:remove': ({ name }) => {
      shell.structures = shell.structures.filter((file) => file.name !== name)
      return done
    },
    'areas:remove': ({ name }) => {
      shell.areas = shell.areas.filter((area) => area.name !== name)
      return done
    },
  }
}

/** Much is in the way, and some of it could not be found out. */
export const hardFacts: BuildFacts = {
  ...bridgeFacts,
  kinds: [...bridgeFacts.kinds, ...minecraft({ dark_oak_stairs: 12, lantern: 9 })],
  containers: Array.from({ length: 5 }, (_, at) => ({
    ...{ x: at, y: 64, z: 0, block: at % 2 === 0 ? 'minecraft:barrel' : 'minecraft:chest' },
    items: minecraft({ diamond: 3 + at, golden_carrot: 32 }).map(({ block, count }) => ({ id: block, count })),
  })),
  containerCount: 9,
  players: [
    { name: 'Mia', x: 134.5, y: 66, z: -57.5 },
    { name: 'Xx_TheVeryLong_xX', x: 126, y: 64, z: -57 },
  ],
  entities: [{ type: 'minecraft:villager', count: 3 }],
  floating: ['lantern row'],
  water: 40,
  lava: 2,
  seconds: 9_000,
  unknown: ['entities'],
}

export const exampleAreas: readonly BuildArea[] = [
  { name: 'plots', world: 'world', from: { x: 100, y: 60, z: -200 }, to: { x: 260, y: 140, z: -40 } },
  { name: 'Harbour', world: 'world', from: { x: -80, y: 40, z: 12 }, to: { x: -20, y: 90, z: 75 } },
]

export const exampleStructures: readonly StructureFile[] = [
  {
    ...{
      name: 'windmill-3fa9c2d41b07',
      fileName: 'Windmill (medieval).schem',
      kind: 'schem',
      blocks: 2_412,
      omitted: [],
    },
    size: { width: 19, height: 31, depth: 17 },
  },
  {
    ...{ name: 'market-81d0be6a2f95', fileName: 'market.litematic', kind: 'litematic', blocks: 960 },
    ...{ size: { width: 24, height: 9, depth: 24 }, omitted: [{ block: 'minecraft:command_block', count: 2 }] },
  },
]
