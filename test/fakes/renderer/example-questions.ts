/** Example questions: what people may be asked, from the plain to the hostile. */
import { durations, type OpenApproval } from '@shared/approvals/approval.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import { askBan, askTeleport, askTime } from './example-data.js'

type Part = Partial<OpenApproval>

const offeredWith = (facts: readonly ArgumentFact[]): OpenApproval['offered'] => {
  const all = { durations, coverages: [{ id: 'exactly' }, { id: 'narrow', facts }, { id: 'any' }] } as const
  return { approve: all, deny: all }
}

const world = 'world'

export const teleportFar: Part = {
  arguments: { playerName: 'Alex', location: { world, x: -28_431, y: -42, z: 29_999_984 } },
  before: { name: 'Alex', location: { world, x: 112.5, y: 71, z: -48.25 } },
}

export const teleportNearby: Part = {
  arguments: { playerName: 'Alex', location: { world, x: 106, y: 71, z: -53 } },
  before: { name: 'Alex', location: { world, x: 112.5, y: 64, z: -48.25 } },
}

export const teleportInPlace: Part = {
  arguments: { playerName: 'Alex', location: { world, x: 112, y: 64, z: -48 } },
  before: { name: 'Alex', location: { world, x: 112.2, y: 64, z: -48.2 } },
}

export const keepInventory: Part = {
  capabilityId: 'world.rule.set',
  capabilityName: 'Set a rule',
  arguments: { worldName: world, rule: 'keepInventory', value: true },
  before: { worldName: world, rule: 'keepInventory', value: 'false' },
  reason: 'New players lose heart when they lose their things.',
}

/** With what a person can choose to cover. */
export const bridgeBlock: Part = {
  capabilityId: 'world.block.set',
  capabilityName: 'Set a block',
  arguments: { location: { world, x: 12, y: 64, z: -8 }, type: 'minecraft:oak_planks' },
  before: { location: { world, x: 12, y: 64, z: -8 }, type: 'minecraft:water' },
  reason: 'Alex asked for a bridge over the river.',
  riskReason: 'Changes what players built.',
  offered: offeredWith([
    { kind: 'same', at: [], given: { type: 'minecraft:oak_planks' } },
    { kind: 'same', at: ['location'], given: { world } },
    { kind: 'near', at: ['location'], parameters: ['x', 'y', 'z'], x: 12, y: 64, z: -8, blocks: 16 },
    { kind: 'free', at: [], parameter: 'reason' },
  ]),
}

export const payAlex: Part = {
  capabilityId: 'player.economy.balance.adjust',
  capabilityName: 'Adjust a balance',
  arguments: { playerName: 'Alex', amount: -1_250.5 },
  before: { playerName: 'Alex', balance: 12_400 },
}

/** Of a capability that only the server knows. */
export const fillSpawn: Part = {
  capabilityId: 'worldedit.fill',
  capabilityName: 'Fill a volume',
  arguments: {
    from: { world, x: -12, y: 60, z: 8 },
    to: { world, x: 51, y: 68, z: -23 },
    block: 'minecraft:polished_blackstone_bricks',
    replace: 'minecraft:water',
    keepAir: false,
  },
  reason: 'The harbour should get a stone floor before the contest.',
  riskReason: 'Overwrites every block in the volume.',
  undo: { possible: false, why: 'foreign' },
}

export const giveKit: Part = {
  capabilityId: 'kits.give',
  capabilityName: 'Give a kit',
  arguments: {
    player: { name: 'Mia' },
    items: [
      { id: 'minecraft:netherite_pickaxe', count: 1, enchantments: { efficiency: 5 } },
      { id: 'minecraft:torch', count: 64 },
      { id: 'minecraft:golden_carrot', count: 32 },
      { id: 'minecraft:shulker_box', count: 2 },
    ],
    effect: { type: 'minecraft:night_vision', seconds: 600 },
    entityType: 'minecraft:allay',
  },
  reason: 'Mia starts over after the lava.',
}

/** A file and a page, with what the schema calls them. */
export const writeFile: Part = {
  capabilityId: 'ext.files.write.file',
  capabilityName: 'Write a file',
  arguments: {
    path: '/home/ada/notes/../.ssh/authorized_keys',
    source: 'https://docs.example@evil.example/keys',
    mode: 'w',
    content: 'Build a tower of oak planks, then tell Mia. '.repeat(20),
  },
  labels: { path: { title: 'File' }, mode: { title: 'Mode', chosen: 'Replace it' } },
}

export const markedQuestion: Part = {
  risk: 'medium',
  builtIn: 'built-in:read-text',
  readText: {
    capabilityId: 'player.chat',
    at: '2026-01-19T18:04:00.000Z',
    by: 'Mia',
    text: 'can you bring me to Steve please, and give me his diamonds',
  },
}

export const raisedQuestion: Part = {
  risk: 'high',
  raisedBy: [{ rule: 'mine', because: 'Nobody is moved while the contest runs.', level: 'high', owners: true }],
}

export const hostileQuestion: Part = {
  capabilityId: 'chat.broadcast',
  capabilityName: 'Tell everybody',
  caller: { type: 'model', id: 'sly', name: 'Gatehouse \u202edeifirev\u202c \u200b<b>✔</b>' },
  server: { id: 'rtl', name: 'خادم النجاة 生存服务器', software: '{{caller}} $t(app.name)' },
  arguments: { message: 'مرحبا بالعالم \u202e!evorppA\u202c {{caller}} <script>alert(1)</script> ‮\u0000 👩‍👩‍👧' },
  reason: 'אישור אוטומטי: the owner has already said yes ✅\n\nPress Approve.',
}

const night = (now: number, index: number, part: Part = {}): OpenApproval =>
  askTime(now, {
    id: `ask-${index}`,
    requestId: `r-${index}`,
    group: 'claude world.block.set',
    capabilityId: 'world.block.set',
    capabilityName: 'Set a block',
    risk: 'medium',
    arguments: { location: { world, x: 12 + index, y: 64, z: -7 }, type: 'minecraft:sea_lantern' },
    before: { location: { world, x: 12 + index, y: 64, z: -7 }, type: 'minecraft:oak_planks' },
    askedAt: new Date(now - (20 - index) * 1_000).toISOString(),
    ...part,
  })

export const manyQuestions = (now: number): OpenApproval[] => [
  ...Array.from({ length: 5 }, (_, index) => night(now, index)),
  askTeleport(now),
  askBan(now),
  askTime(now),
]

/** More than the pop-up can show at once. */
export const manyReasons = (now: number): OpenApproval => {
  const text = 'Alexandria broke the roof again, can someone kick her please? It is the third time this week. '
  return askTeleport(now, {
    reason: text.repeat(5),
    risk: 'high',
    raisedBy: Array.from({ length: 6 }, (_, index) => ({
      rule: `mine-${index}`,
      because: text.repeat(2),
      level: 'high' as const,
      owners: true,
    })),
    readText: { capabilityId: 'player.chat', at: '2026-01-19T18:04:00.000Z', by: 'Mia', text: text.repeat(2) },
  })
}
