/** The built program is killed repeatedly while it works: every action is in the audit trail, and none is done twice. */
import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provider, serveAgent } from '../../agents/kit/sdk/index.js'
import { between, mulberry32, oneOf } from '../../agents/kit/simulator/mulberry32.js'
import type { ApprovalRecord } from '../../src-main/gateway/ports/stores.js'
import { openAuditReader } from '../../src-main/storage/audit-reader.js'
import { openDatabase } from '../../src-main/storage/sqlite.js'
import { stateFile } from '../../src-main/storage/state-database.js'
import { type OutputLine, Program, temporaryProfile } from '../fakes/headless-program.js'
import { inProfileStores } from '../fakes/profile-stores.js'
import { dist } from '../fixtures/programs.js'

/** Set it to kill the program more often. */
const rounds = Number(process.env.GATEHOUSE_CRASH_ROUNDS ?? 5)
const callsPerRound = 80
const callsAtOnce = 6
const token = 'a-token-of-the-shop'

/** Set it to repeat the same crash points, as far as two processes are deterministic. */
const seed = Number(process.env.GATEHOUSE_CRASH_SEED ?? Date.now() % 1_000_000)
const random = mulberry32(seed)
const chance = (part: number) => random() < part

/** What the agent has really done: the trace of each call, in order. */
const executed: { readonly traceId: string; readonly number: number; readonly capability: string }[] = []
/** Read that was answered → its round, and how many actions had been done by then. */
const answered = new Map<number, { readonly round: number; readonly done: number }>()
/** How many actions had been done when each round ended. */
const doneAtEnd: number[] = []
/** How many requests a kill left unanswered or unfinished. */
let cutOff = 0
/** Whether the property was exercised. From then on, the person also allows kinds of actions, which end the questions. */
const exercised = () =>
  executed.length > 40 && cutOff > 0 && [...reported.values()].filter((one) => one === 'approve').length > 25
/** Called with every event; the program is killed at one of them. */
let moment = () => {}

const parameters = { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } } as const
const shop = provider({ id: 'shop', name: 'Shop' })
const actions = (['note', 'move', 'sell'] as const).map((name) =>
  shop.action(
    {
      id: `ext.shop.${name}`,
      name: `To ${name}`,
      description: `Does it: ${name}.`,
      parameters,
      risk: ({ note: 'low', move: 'medium', sell: 'high' } as const)[name],
    },
    async ({ number }, { traceId = '' }) => {
      executed.push({ traceId, number: Number(number), capability: name })
      moment()
      if (chance(0.5)) await new Promise((resolve) => setTimeout(resolve, 15))
      return {}
    },
  ),
)
const look = shop.context({ id: 'ext.shop.look', name: 'To look', description: 'Looks.', parameters }, () => ({}))

let profile: string
let agent: Awaited<ReturnType<typeof serveAgent>>
const programs: Program[] = []
beforeAll(async () => {
  profile = await temporaryProfile()
  const info = { id: 'shop', name: 'Shop', version: '1.0.0' }
  agent = await serveAgent({ info, token, port: 0, capabilities: [...actions, look] })
})
afterAll(async () => {
  for (const program of programs) await program.kill()
  await agent.close()
  await rm(profile, { recursive: true, force: true })
})

/** Question → the decision of the person. */
const reported = new Map<string, 'approve' | 'deny'>()
let calls = 0

async function start() {
  const args = ['--profile', profile, '--agent', agent.address, '--agent-token', token, '--control', 'stdin']
  const program = new Program(path.join(dist, 'headless.cjs'), args)
  programs.push(program)
  const ready = await program.next('ready')
  return { program, ready }
}

/**
 * A person who usually approves, sometimes denies, and sometimes does not decide. Never denies twice in a row, because
 * that pauses the program.
 */
async function answerAll(program: Program): Promise<void> {
  let last = 'approve'
  for (;;) {
    const { id, capabilityId } = await program.next('approval')
    moment()
    if (chance(0.1)) continue
    const decision = last === 'deny' || chance(0.75) ? 'approve' : 'deny'
    last = decision
    reported.set(String(id), decision)
    const reach = exercised() && capabilityId === 'ext.shop.sell' && decision === 'approve' && chance(0.2)
    program.send({
      [decision]: id,
      ...(reach && oneOf(random, [{ scope: '5-minutes' }, { scope: 'always', what: 'any' }] as const)),
    })
    moment()
  }
}

async function callOnce({ http, token: key }: OutputLine): Promise<void> {
  calls += 1
  const number = calls
  const capability = oneOf(random, ['look', 'note', 'move', 'sell', 'sell', 'sell', 'sell'])
  const response = await fetch(new URL(`/api/v1/capabilities/ext.shop.${capability}/invoke`, `${http}`), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parameters: { number } }),
    signal: AbortSignal.timeout(20_000),
  })
  await response.text()
  if (capability === 'look' && response.ok) answered.set(number, { round: doneAtEnd.length, done: executed.length })
  moment()
}

/** Calls until the program is killed. */
async function untilKilled({ program, ready }: Awaited<ReturnType<typeof start>>): Promise<void> {
  let left = between(random, 10, 160)
  moment = () => {
    left -= 1
    if (left === 0) program.process.kill('SIGKILL')
  }
  const person = answerAll(program).catch(() => {})
  const last = calls + callsPerRound
  const caller = async () => {
    while (calls < last) await callOnce(ready)
  }
  const working = Array.from({ length: callsAtOnce }, () => caller().catch(() => {}))
  // A caller of a call without a response waits until the program is killed: the first to end ends the round.
  await Promise.race([...working, program.ended()])
  moment = () => {}
  await program.kill()
  await Promise.all([...working, person])
}

/** A killed writer's last transaction counts once somebody may write again; who only reads may still miss it. */
function settle(): void {
  const file = openDatabase(path.join(profile, stateFile))
  file.exec('BEGIN IMMEDIATE; COMMIT')
  file.close()
}

const questions = (): ApprovalRecord[] =>
  inProfileStores(profile, ({ approvals }) => approvals.recorded({ all: true, limit: 10_000 }))

async function trail(): Promise<AuditEvent[]> {
  const reader = openAuditReader(profile)
  const events: AuditEvent[] = []
  for await (const { body } of reader.rows({})) events.push(JSON.parse(body) as AuditEvent)
  reader.close()
  return events
}

/** What `audit verify` says where the trail is broken; undefined where it is whole. */
function broken(): string | undefined {
  const args = [path.join(dist, 'cli.cjs'), 'audit', 'verify', '--profile', profile]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return status === 0 ? undefined : `${status}: ${stdout}${stderr}`
}

const counted = <T>(all: readonly T[]): Map<T, number> => {
  const counts = new Map<T, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** Where the outcome was written before the program died, the approval ends as the outcome says. */
function afterRestart({ state, requestId }: ApprovalRecord, written: readonly AuditEvent[]): object {
  if (state.phase === 'open' || state.phase === 'approved') return { phase: 'expired' }
  if (state.phase !== 'executing') return state
  const outcome = written.find(({ metadata }) => metadata?.requestId === requestId && metadata.phase === 'outcome')
  return outcome?.eventType === 'error' ? { phase: 'failed', unknown: true } : { phase: 'done' }
}

/** Request of each intent → how many outcomes it has. */
function outcomesOfIntents(written: readonly AuditEvent[]): [string | undefined, number][] {
  const ofPhase = (phase: string) =>
    written.flatMap(({ metadata }) => (metadata?.phase === phase ? [metadata.requestId] : []))
  const outcomes = counted(ofPhase('outcome'))
  return ofPhase('intent').map((request) => [request, outcomes.get(request) ?? 0])
}

describe('a program that is killed at random points of hundreds of calls', () => {
  // verifies: capability-kinds action 4, invariant 1, promise 4
  it(
    'has the intent of every action, repeats nothing, and no open request is lost',
    async () => {
      console.info(`GATEHOUSE_CRASH_SEED=${seed}`)
      let running = await start()
      for (let round = 0, since = 0; since < rounds && round < 6 * rounds; round += 1) {
        await running.program.next('server', ({ state }) => state === 'online')
        await untilKilled(running)
        doneAtEnd.push(executed.length)
        settle()
        const before = questions()
        cutOff += before.filter(({ state }) => ['open', 'approved', 'executing'].includes(state.phase)).length
        expect(broken()).toBeUndefined()
        since += exercised() ? 1 : 0
        running = await start()
        const after = new Map(questions().map(({ id, state }) => [id, state]))
        const written = await trail()
        for (const record of before) expect(after.get(record.id)).toMatchObject(afterRestart(record, written))
        expect(outcomesOfIntents(written).filter(([, outcomes]) => outcomes !== 1)).toEqual([])
      }
      expect(running.program.said.filter(({ event }) => event === 'audit' || event === 'approval')).toEqual([])
      await running.program.kill()
      expect(broken()).toBeUndefined()

      const intents = (await trail()).filter(({ metadata }) => metadata?.phase === 'intent')
      const ofTrace = new Map(intents.map((event) => [event.metadata?.traceId, event]))
      for (const { traceId, number, capability } of executed) {
        expect(ofTrace.get(traceId)).toMatchObject({ capabilityId: `ext.shop.${capability}`, request: { number } })
      }
      for (const [trace, times] of counted(executed.map(({ traceId }) => traceId)))
        expect([trace, times]).toEqual([trace, 1])

      // A read that was answered before an action was begun is there. Actions of that moment may have been begun before it.
      const looks = (await trail()).filter(({ capabilityId }) => capabilityId === look.manifest.id)
      const there = new Set(looks.map(({ request }) => Number(request?.number)))
      const missing = [...answered].filter(([number]) => !there.has(number))
      const doneSince = missing.map(([, { round, done }]) => (doneAtEnd[round] ?? 0) - done)
      expect(doneSince.filter((count) => count > callsAtOnce)).toEqual([])

      const asked = intents.flatMap(({ approvalInfo }) => approvalInfo?.approvalId ?? [])
      for (const [id, times] of counted(asked)) expect([id, times, reported.get(id)]).toEqual([id, 1, 'approve'])
      const done = executed.flatMap(({ traceId }) => ofTrace.get(traceId) ?? [])
      const unasked = done.filter(({ approvalInfo }) => approvalInfo?.outcome === 'unasked')
      expect(unasked.filter(({ riskLevel }) => riskLevel !== 'low' && riskLevel !== 'medium')).toEqual([])

      const { rules, damaged } = inProfileStores(profile, ({ rules }) => rules.read())
      expect(damaged).toBe(false)
      const uses = new Map(rules.map((rule) => [rule.id, rule.uses]))
      const passed = counted(done.flatMap(({ approvalInfo }) => approvalInfo?.ruleId ?? []))
      for (const [id, times] of passed) expect(uses.get(id)).toBeGreaterThanOrEqual(times)

      expect([exercised(), asked.length > 10]).toEqual([true, true])
    },
    300_000 + 120_000 * rounds,
  )
})
