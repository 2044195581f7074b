/**
 * Question count: plays ordinary sessions through the real gateway, and counts what the owner is asked.
 *
 * One owner and one AI, a session a day. The owner approves everything: the first question about an action in a session
 * once, the second with the narrowest answer that lasts, for an hour. Where text of others is the only reason, the first
 * answer settles that action for an hour, and the next time for good.
 */
import type { JsonObject } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { choosePosture, type Posture, postures } from '@shared/approvals/built-in-rule.js'
import { defaultSettings } from '@shared/program/settings.js'
import { javaManifestIds, manifestOf } from '../../src-main/providers/java/manifests/index.js'
import { settled } from './fake-clock.js'
import { caller, endOf, GatewayUnderTest } from './gateway-under-test.js'
import { type OrdinarySession, ordinarySessions, type SessionStep } from './ordinary-sessions.js'

export interface QuestionCount {
  readonly changes: number
  readonly questions: number
  /** Questions only because of text of others. */
  readonly afterText: number
  /** Questions of high or critical risk. */
  readonly high: number
  /** Calls of high or critical risk that neither a person nor an answer of a person covered. */
  readonly missed: number
}

const owner = { id: 'owner', name: 'Owner', kind: 'control' } as const
const place = { world: 'minecraft:overworld', x: 0, y: 64, z: 0 }
const server = 'village'

/** What the server returns where its schema demands it. */
const results: Readonly<Record<string, JsonObject>> = {
  'player.list': { players: ['Steve', 'Alex', 'Mia', 'Noor'].map((name) => ({ name })), online: 4, max: 20 },
  'player.info.get': { name: 'Steve', location: place, health: 20, food: 18, gameMode: 'survival' },
  'entity.list': { entities: [{ id: 'e1', type: 'minecraft:cow', location: place }], total: 1 },
  'world.time.get': { worldName: 'world', time: 18_000 },
  'world.weather.get': { worldName: 'world', weather: 'rain' },
  'world.weather.set': { worldName: 'world', weather: 'clear' },
  'world.rule.get': { worldName: 'world', rule: 'keepInventory', value: false },
  'world.rule.set': { worldName: 'world', rule: 'keepInventory', value: true },
  'world.tps.get': { tps: 20 },
  'world.block.get': { type: 'minecraft:grass_block', location: place },
  'world.block.set': { type: 'minecraft:stone', location: place },
  'player.kick': { success: true },
  'player.ban': { success: true },
  'player.mute': { success: true },
  'system.backup': { backupId: 'b1' },
  'ext.java.difficulty.get': { difficulty: 'normal' },
  'ext.java.worldborder.get': { width: 60_000 },
  'ext.java.allowlist.get': { players: ['Steve', 'Alex'] },
  'ext.java.effect.list': { effects: [] },
  'ext.java.item.count': { count: 0 },
  'ext.java.item.give': { given: 1 },
  'ext.java.entity.summon': { summoned: true },
  'ext.java.blocks.fill': { blocks: 36 },
  'ext.java.title.show': { shown: true },
  'ext.java.message.send': { sent: true },
  'ext.java.command.run': { reply: '' },
}

/** Plays the sessions in order. @returns a count for each of them */
export async function questionsOf(
  sessions: readonly OrdinarySession[],
  posture: Posture,
): Promise<readonly QuestionCount[]> {
  const under = new GatewayUnderTest({
    governance: () => ({ ...defaultSettings, ...choosePosture(posture) }),
    quorums: () => ({ criticalQuorum: 1, quorums: {} }),
  })
  const called = sessions.flatMap(({ steps }) => steps.flatMap((step) => ('call' in step ? [step.call] : [])))
  const offered = [...new Set([...called, ...Object.keys(results), 'player.chat'])]
  const served = under.serve(server, [], { kind: 'java', capabilities: offered.map((id) => manifestOf(id)) })
  for (const id of offered) {
    const data = results[id] ?? (javaManifestIds.includes(id) ? { changed: true } : {})
    served.answers(id, () => ({ data }))
  }
  under.gateway.approvals.attach(owner)
  const connection = new AbortController().signal
  under.gateway.subscribe({ eventIds: ['player.chat'], caller, connection }, () => undefined)
  const answered = new Set<string>()
  const counts: QuestionCount[] = []
  for (const session of sessions) {
    counts.push(await play(under, session, answered))
    await under.clock.advance(24 * 60 * 60_000)
  }
  return counts
}

async function play(
  under: GatewayUnderTest,
  { steps }: OrdinarySession,
  answered: Set<string>,
): Promise<QuestionCount> {
  const asked = new Set<string>()
  const from = under.questions.length
  let [changes, missed] = [0, 0]
  for (const step of steps) {
    await under.clock.advance(20_000)
    if ('said' in step) {
      await say(under, step)
      continue
    }
    const before = under.questions.length
    const calling = under.call(step.call, step.with)
    await settled()
    const [question] = under.gateway.approvals.open()
    if (question) answer(under, question, asked, answered)
    const report = await calling
    if (endOf(report) !== 'done') throw new Error(`${step.call}: ${endOf(report)}`)
    if (manifestOf(step.call).type !== 'action') continue
    changes += 1
    const trace = under.gateway.traceOf(report.traceId, caller)
    const isRisky = trace?.risk === 'high' || trace?.risk === 'critical'
    if (isRisky && under.questions.length === before && trace.ruleId === undefined) missed += 1
  }
  const questions = under.questions.slice(from)
  return {
    changes,
    questions: questions.length,
    afterText: questions.filter(({ builtIn }) => builtIn === 'built-in:read-text').length,
    high: questions.filter(({ risk }) => risk === 'high' || risk === 'critical').length,
    missed,
  }
}

async function say(under: GatewayUnderTest, { by, said }: Extract<SessionStep, { said: string }>): Promise<void> {
  const at = under.clock.now().toISOString()
  const data = { playerName: by, playerUuid: '', message: said, timestamp: at }
  under.provider.host.event(server, { id: `${by} ${at}`, eventId: 'player.chat', at, data })
  await settled()
}

function answer(under: GatewayUnderTest, question: OpenApproval, asked: Set<string>, answered: Set<string>): void {
  const { id, capabilityId, offered, mustType, builtIn } = question
  const isAfterText = builtIn === 'built-in:read-text'
  const lasts = asked.has(capabilityId) || isAfterText
  const duration = isAfterText && answered.has(capabilityId) ? 'always' : '60-minutes'
  asked.add(capabilityId)
  if (isAfterText) answered.add(capabilityId)
  const { durations, coverages } = offered.approve
  const what = coverages.find(({ id: one }) => one === 'any' || (one === 'narrow' && !isAfterText))?.id
  const decided = under.gateway.approvals.decideAsPerson({
    id,
    decision: 'approve',
    person: owner,
    ...(mustType !== undefined && { typed: mustType }),
    ...(lasts && what && durations.includes(duration) && { duration, what }),
  })
  if (!decided.ok) throw decided.error
}

export interface Asked extends QuestionCount {
  readonly posture: Posture
}

/** The sums over all ordinary sessions, by posture. */
export const questionsByPosture = (): Promise<readonly Asked[]> =>
  Promise.all(
    postures.map(async (posture) => {
      const counts = await questionsOf(ordinarySessions, posture)
      const sum = (of: keyof QuestionCount) => counts.reduce((total, count) => total + count[of], 0)
      return {
        posture,
        changes: sum('changes'),
        questions: sum('questions'),
        afterText: sum('afterText'),
        high: sum('high'),
        missed: sum('missed'),
      }
    }),
  )

/** The rows of the table in `docs/governance.md`. */
export const questionRows = (asked: readonly Asked[]): readonly string[] =>
  asked.map(
    ({ posture, changes, questions, high, afterText }) =>
      `| ${posture} | ${changes} | ${questions} | ${high} | ${afterText} | ${(changes / questions).toFixed(1)} |`,
  )
