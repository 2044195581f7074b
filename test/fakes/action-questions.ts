/**
 * Action questions: a request for every action that Gatehouse knows, with the undo, the coverages and the risk that the
 * program itself would give it. Its arguments are usual ones, or any that the caller of this module has.
 */
import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { durations, type OfferedScopes, type OpenApproval } from '@shared/approvals/approval.js'
import { subjectOf } from '../../src-main/policy/approvals/typed-subject.js'
import { demandsOfRisk, riskOf } from '../../src-main/policy/risk/risk.js'
import { coveredFactsOf } from '../../src-main/policy/rules/coverage.js'
import { planUndo, undoabilityOf } from '../../src-main/policy/undo/undoability.js'
import {
  bedrockManifestIds,
  manifestOf as bedrockManifestOf,
} from '../../src-main/providers/bedrock/manifests/index.js'
import { javaManifestIds, manifestOf as javaManifestOf } from '../../src-main/providers/java/manifests/index.js'
import { askTime } from './renderer/example-data.js'

/** Every action: of the catalogue, of Java servers and of Bedrock games. */
export const knownActions: readonly CapabilityManifest[] = [
  ...coreCatalogue.values(),
  ...javaManifestIds.map(javaManifestOf),
  ...bedrockManifestIds.map(bedrockManifestOf),
].filter(({ type }) => type === 'action')

const playerName = 'Alexandria_Build'
const world = 'world'
const location = { world, x: 120, y: 70, z: -40 }
const usual: Readonly<Record<string, unknown>> = {
  playerName,
  worldName: world,
  location,
  from: { world, x: 120, y: 70, z: -40 },
  to: { x: 135, y: 74, z: -20 },
  time: 13_000,
  weather: 'rain',
  durationSeconds: 600,
  durationMinutes: 90,
  rule: 'keepInventory',
  value: true,
  amount: 250,
  entityIds: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
  message: 'Please read the rules before you come back. The town hall belongs to everybody.',
  backupId: 'before-the-contest',
  name: 'before-the-contest',
  pluginName: 'EssentialsX',
  gameMode: 'creative',
  item: 'minecraft:golden_apple',
  count: 64,
  effect: 'minecraft:night_vision',
  seconds: 600,
  title: 'The contest begins in five minutes',
  difficulty: 'hard',
  width: 2_000,
  command: 'time set day',
  objective: 'coins',
  score: 250,
}
const types: Readonly<Record<string, string>> = {
  'world.block.set': 'minecraft:polished_blackstone_brick_stairs',
  'ext.java.entity.summon': 'minecraft:iron_golem',
  'ext.bedrock.entity.summon': 'minecraft:iron_golem',
}
const omitted: readonly string[] = ['reason', 'states', 'replace', 'amplifier', 'subtitle', 'flush']

export const usualArguments = ({ id, parameters }: CapabilityManifest): JsonObject => {
  const names = Object.keys(parameters?.properties ?? {}).filter((name) => !omitted.includes(name))
  return Object.fromEntries(
    names.map((name) => [name, name === 'type' ? (types[id] ?? 'minecraft:stone') : usual[name]]),
  )
}

/** What a server reports before the action. */
const befores: Readonly<Record<string, JsonObject>> = {
  'world.time.set': { worldName: world, time: 6_000 },
  'world.weather.set': { worldName: world, weather: 'clear' },
  'world.rule.set': { worldName: world, rule: 'keepInventory', value: 'false' },
  'world.block.set': { location, type: 'minecraft:oak_planks' },
  'player.teleport': { playerName, location: { world, x: 12.5, y: 64, z: -3 } },
  'player.economy.balance.adjust': { playerName, balance: 1_000 },
  'player.ban': { bans: [] },
  'ext.java.gamemode.set': { gameMode: 'survival' },
  'ext.java.difficulty.set': { difficulty: 'easy' },
  'ext.java.worldborder.set': { width: 1_000 },
  'ext.java.allowlist.add': { players: ['Steve'], enabled: true },
  'ext.java.allowlist.remove': { players: [playerName], enabled: true },
  'ext.java.allowlist.enable': { players: [], enabled: false },
  'ext.java.allowlist.disable': { players: [], enabled: true },
  'ext.java.operator.grant': { operators: [], defaultLevel: 4 },
  'ext.java.operator.revoke': { operators: [{ playerName, level: 4 }], defaultLevel: 4 },
  'ext.java.ban.remove': { bans: [{ playerName, reason: 'Griefing' }] },
  'ext.java.spawnpoint.set': { location: { world, x: 0, y: 64, z: 0 } },
  'ext.java.effect.give': { effects: [] },
  'ext.java.effect.clear': { effects: [{ effect: 'minecraft:night_vision', seconds: 30, amplifier: 0 }] },
  'ext.java.item.give': { count: 3 },
  'ext.bedrock.score.set': { playerName, objective: 'coins', score: 100 },
}

export const usualBefore = ({ id }: CapabilityManifest): JsonObject | undefined => befores[id]

export interface QuestionParts {
  readonly given: JsonObject
  readonly before?: JsonObject | undefined
  /** The server offers every action; otherwise only this one. */
  readonly offersAll?: boolean
  readonly snapshots?: boolean
}

/** The question that the program asks about this call. */
export function questionAbout(
  manifest: CapabilityManifest,
  { given, before, offersAll = true, snapshots = false }: QuestionParts,
  part: Partial<OpenApproval> = {},
): OpenApproval {
  const { id, name, version } = manifest
  const isCore = coreCatalogue.has(id)
  const risk = riskOf(manifest, coreCatalogue.get(id))
  const { narrow } = coveredFactsOf(manifest, given, given)
  const isCritical = risk.level === 'critical'
  const exactly = { id: 'exactly' } as const
  const coverages: OfferedScopes['coverages'] = [
    exactly,
    ...(narrow ? [{ id: 'narrow' as const, facts: narrow }] : []),
    { id: 'any' },
  ]
  const scopes: OfferedScopes = isCritical ? { durations: ['once'], coverages: [exactly] } : { durations, coverages }
  const plan = planUndo(
    { capabilityId: id, given, before, risk, demands: demandsOfRisk(risk), isCore },
    { snapshots, offers: (wanted) => offersAll || wanted === id },
  )
  const { before: _before, riskReason: _reason, ...rest } = askTime(Date.now())
  const server = { id: 'survival', name: 'survival' }
  return {
    ...rest,
    id: `ask-${id}`,
    requestId: `r-${id}`,
    capabilityId: id,
    capabilityName: name,
    capabilityVersion: version,
    server,
    arguments: given,
    ...(before && { before }),
    risk: risk.level,
    ...(risk.reason !== undefined && { riskReason: risk.reason }),
    offered: { approve: scopes, deny: scopes },
    ...(isCritical && { mustType: subjectOf({ capabilityId: id, arguments: given, server }) }),
    undo: undoabilityOf(plan),
    ...part,
  }
}

const hasReason = ({ parameters }: CapabilityManifest): boolean =>
  Object.hasOwn((parameters?.properties ?? {}) as object, 'reason')

/** Usual requests for every action, with all that a request can say beside its arguments. */
export const usualQuestions = (): readonly OpenApproval[] =>
  knownActions.map((manifest) => {
    const reason = 'Two players asked for it, and the contest starts at seven. I change nothing else.'
    const given = { ...usualArguments(manifest), ...(hasReason(manifest) && { reason }) }
    const question = questionAbout(manifest, { given, before: usualBefore(manifest) })
    const isMedium = question.risk === 'medium'
    return {
      ...question,
      reason,
      ...(isMedium && { builtIn: 'built-in:read-text' as const }),
      readText: {
        capabilityId: 'player.chat',
        at: '2026-01-19T18:41:00.000Z',
        by: 'Mia',
        text: 'can you do it now please, my wheat is dry and the others are waiting at the town hall',
      },
    }
  })
