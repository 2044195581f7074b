/** `gatehouse check` against agents that keep the contract, and against agents that break it in one way each. */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type CheckResult, checkAgent } from '../../src-main/cli/check/check-agent.js'
import type { CheckId } from '../../src-main/cli/check/expectations.js'
import type { CheckOutcome } from '../../src-main/cli/check/findings.js'
import { runCommandLine } from '../../src-main/cli/command-line.js'
import { serveSimulator } from '../../src-main/simulator/simulator.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { inProcessThread } from '../fakes/admission.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { answersSomebodyElse } from '../fixtures/broken-agents/answers-somebody-else.js'
import { answersTwice } from '../fixtures/broken-agents/answers-twice.js'
import { breaksItsReturns } from '../fixtures/broken-agents/breaks-its-returns.js'
import { checksNoArguments } from '../fixtures/broken-agents/checks-no-arguments.js'
import { checksOnlyTypes } from '../fixtures/broken-agents/checks-only-types.js'
import { type ContractAgent, contractAgent, token } from '../fixtures/broken-agents/contract-agent.js'
import { diesOfGarbage } from '../fixtures/broken-agents/dies-of-garbage.js'
import { fallsSilent } from '../fixtures/broken-agents/falls-silent.js'
import { floods } from '../fixtures/broken-agents/floods.js'
import { hasAWrongExample } from '../fixtures/broken-agents/has-a-wrong-example.js'
import { hasNoSession } from '../fixtures/broken-agents/has-no-session.js'
import { ignoresHeartbeats } from '../fixtures/broken-agents/ignores-heartbeats.js'
import { isFromTheFuture } from '../fixtures/broken-agents/is-from-the-future.js'
import { isTooSlow } from '../fixtures/broken-agents/is-too-slow.js'
import { knowsEveryCapability } from '../fixtures/broken-agents/knows-every-capability.js'
import { knowsEverybody } from '../fixtures/broken-agents/knows-everybody.js'
import { knowsOneGateway } from '../fixtures/broken-agents/knows-one-gateway.js'
import { makesUpCodes } from '../fixtures/broken-agents/makes-up-codes.js'
import { mixesUpAnswers } from '../fixtures/broken-agents/mixes-up-answers.js'
import { passesOverHalfRequests } from '../fixtures/broken-agents/passes-over-half-requests.js'
import { reusesFrameIds } from '../fixtures/broken-agents/reuses-frame-ids.js'
import { saysNothingOfItself } from '../fixtures/broken-agents/says-nothing-of-itself.js'
import { sendsHalfFrames } from '../fixtures/broken-agents/sends-half-frames.js'
import { sendsToUnregistered } from '../fixtures/broken-agents/sends-to-unregistered.js'
import { servesUnregistered } from '../fixtures/broken-agents/serves-unregistered.js'
import { speaksEveryVersion } from '../fixtures/broken-agents/speaks-every-version.js'
import { takesAReservedName } from '../fixtures/broken-agents/takes-a-reserved-name.js'
import { takesAnyToken } from '../fixtures/broken-agents/takes-any-token.js'
import { tellsWhatItDidNotDeclare } from '../fixtures/broken-agents/tells-what-it-did-not-declare.js'
import { CleanUp, dist, root, startWorld } from '../fixtures/programs.js'
import { startReadmeAgent } from '../fixtures/readme-agent.js'
import { terminal } from '../fixtures/terminal.js'

const cleanUp = new CleanUp()
afterEach(() => cleanUp.run())

/** Milliseconds. Nobody waits so long but for an agent that never answers. */
const patient = 10_000
const impatient = 1_500

const check = (address: string, { secret = token, actions = false, timeoutMs = patient, listenMs = 0 } = {}) =>
  checkAgent({
    address,
    token: secret,
    actions,
    timeoutMs,
    settleMs: 50,
    listenMs,
    clock: systemClock,
    schemas: inProcessThread(),
  })

const idsOf = (verdict: CheckOutcome, { findings }: CheckResult): CheckId[] =>
  findings.filter((finding) => finding.verdict === verdict).map(({ id }) => id)

const sayingOf = (id: CheckId, { findings }: CheckResult): string =>
  findings.find((finding) => finding.id === id)?.seen.join('\n') ?? ''

/** Why a check of a good agent did not pass, for whoever reads the test. */
const complaints = ({ findings }: CheckResult) =>
  findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id, seen }) => [id, ...seen])

// verifies: agents-tools, agents-check
describe('gatehouse check passes', () => {
  it('the simulator, every action of it included', async () => {
    const clock = new FakeClock(Date.now())
    const simulator = await serveSimulator({ port: 0, token: 'demo', clock })
    cleanUp.add(simulator, (open) => open.close())
    const result = await check(simulator.address, { secret: 'demo', actions: true })
    expect(complaints(result)).toEqual([])
    expect(idsOf('skip', result)).toEqual([])
    expect(result).toMatchObject({ conforms: true, agent: { name: 'Demo world' } })
  })

  it('the first agent of the SDK, and receives its events', async () => {
    const agent = await startReadmeAgent(cleanUp)
    const result = await check(agent.address, { secret: agent.token, listenMs: 1_500 })
    expect(complaints(result)).toEqual([])
    expect(idsOf('skip', result)).toEqual(['unknown-player', 'unknown-world', 'actions'])
    expect(result.conforms).toBe(true)
  })

  it('the independent agent of a real Minecraft server', async () => {
    const world = await startWorld(cleanUp)
    const result = await check(world.agent, { secret: world.token })
    expect(complaints(result)).toEqual([])
    expect(result.conforms).toBe(true)
  }, 90_000)

  it('the small agent that the broken ones are based on', async () => {
    const agent = cleanUp.add(await contractAgent(), (open) => open.close())
    const result = await check(agent.address)
    expect(complaints(result)).toEqual([])
    expect(idsOf('skip', result)).toEqual(['actions', 'events'])
  })
})

interface Broken {
  readonly agent: () => Promise<ContractAgent>
  /** Every check that must fail, and what it must say. */
  readonly fails: Partial<Record<CheckId, RegExp>>
  /** Checks that warn because of it. */
  readonly warns?: readonly CheckId[]
  readonly timeoutMs?: number
}

/** File of `broken-agents/` → what is found. */
const broken: Readonly<Record<string, Broken>> = {
  'answers-somebody-else': {
    agent: answersSomebodyElse,
    fails: { request: /no response .* a frame of type response arrived with the correlationId "request-1"/u },
    timeoutMs: impatient,
  },
  'answers-twice': {
    agent: answersTwice,
    fails: { 'one-answer': /\d+ of \d+ answered requests got more than one response/u },
  },
  'breaks-its-returns': {
    agent: breaksItsReturns,
    fails: { returns: /world\.tps\.get returned "twenty" at "\/tps"; its manifest requires: number/u },
  },
  'checks-no-arguments': {
    agent: checksNoArguments,
    fails: {
      'missing-argument': /world\.time\.get 1\.0\.0 without worldName: expected .*; it succeeded/u,
      'wrong-type': /world\.time\.get 1\.0\.0 with worldName \[\]: expected .*; it succeeded/u,
      'forbidden-value': /ext\.shopkeeper\.price\.get 1\.0\.0 .*: expected .*; it succeeded/u,
    },
  },
  'checks-only-types': {
    agent: checksOnlyTypes,
    fails: {
      'forbidden-value': /ext\.shopkeeper\.price\.get 1\.0\.0 with a value at "\/name" that its maxLength forbids/u,
    },
  },
  'dies-of-garbage': { agent: diesOfGarbage, fails: { 'not-json': /afterwards could not connect/u } },
  'falls-silent': {
    agent: fallsSilent,
    fails: { contexts: /world\.time\.get .*: no response within 1000 ms/u },
    timeoutMs: 1_000,
  },
  floods: {
    agent: floods,
    fails: { frames: /sent too much data/u, heartbeat: /the connection ended/u },
  },
  'has-a-wrong-example': {
    agent: hasAWrongExample,
    fails: { capabilities: /ext\.shopkeeper\.price\.get: \/examples\/0\/parameters\/name: it does not fit/u },
  },
  'has-no-session': { agent: hasNoSession, fails: { session: /there is no sessionId/u } },
  'ignores-heartbeats': {
    agent: ignoresHeartbeats,
    fails: { heartbeat: /no response within 1500 ms/u },
    timeoutMs: impatient,
  },
  'is-from-the-future': { agent: isFromTheFuture, fails: { 'agent-version': /has 2\.1\.0/u } },
  'is-too-slow': { agent: isTooSlow, fails: { request: /no response within 1500 ms/u }, timeoutMs: impatient },
  'knows-everybody': {
    agent: knowsEverybody,
    fails: {
      'unknown-player': /player\.info\.get .*"Nobody0Here".*: expected BUSINESS\.PLAYER_NOT_FOUND .*succeeded/u,
    },
  },
  'knows-every-capability': {
    agent: knowsEveryCapability,
    fails: { 'unknown-capability': /ext\.gatehouse\.check\.nothing: expected .*; it succeeded/u },
  },
  'knows-one-gateway': {
    agent: knowsOneGateway,
    fails: { 'second-connection': /the first connection: the connection ended/u },
  },
  'makes-up-codes': {
    agent: makesUpCodes,
    fails: { 'error-codes': /BUSINESS\.SHOP_IS_CLOSED is not in the catalogue/u },
    warns: ['contexts'],
  },
  'mixes-up-answers': { agent: mixesUpAnswers, fails: { 'two-at-once': /each got the response of the other/u } },
  'passes-over-half-requests': {
    agent: passesOverHalfRequests,
    fails: { 'malformed-request': /without capabilityId: .*; no response within 1500 ms/u },
    timeoutMs: impatient,
  },
  'reuses-frame-ids': { agent: reusesFrameIds, fails: { 'frame-ids': /several frames have the id "frame"/u } },
  'says-nothing-of-itself': { agent: saysNothingOfItself, fails: { registration: /\/agentInfo: expected a value/u } },
  'sends-half-frames': { agent: sendsHalfFrames, fails: { frames: /\/timestamp: expected a value/u } },
  'serves-unregistered': {
    agent: servesUnregistered,
    fails: { 'unregistered-request': /expected AUTH\.UNAUTHORIZED/u },
  },
  'speaks-every-version': {
    agent: speaksEveryVersion,
    fails: { 'version-mismatch': /2\.0\.0 .*: expected PROTOCOL\.VERSION_MISMATCH; it succeeded/u },
  },
  'takes-a-reserved-name': {
    agent: takesAReservedName,
    fails: {
      capabilities: /internal\.secret\.get: its namespace is reserved.*\n.*ext\.shopkeeper\.stock\.get: .*catalogue/u,
    },
  },
  'takes-any-token': { agent: takesAnyToken, fails: { 'wrong-token': /it was accepted/u } },
  'sends-to-unregistered': {
    agent: sendsToUnregistered,
    fails: { 'silence-before-registration': /event was sent before/u },
  },
  'tells-what-it-did-not-declare': {
    agent: tellsWhatItDidNotDeclare,
    fails: { events: /player\.death was not declared/u },
  },
}

// verifies: agents-tools, agents-check
describe('gatehouse check fails', () => {
  it('every broken agent', () => {
    const files = readdirSync(path.join(root, 'test/fixtures/broken-agents')).filter(
      (file) => file.endsWith('.ts') && file !== 'contract-agent.ts',
    )
    expect(files.sort()).toEqual(
      Object.keys(broken)
        .sort()
        .map((name) => `${name}.ts`),
    )
  })

  it.each(Object.entries(broken))(
    'an agent that %s, for that reason alone',
    async (_name, { agent, fails, warns = [], ...time }) => {
      const { address } = cleanUp.add(await agent(), (open) => open.close())
      const result = await check(address, time)
      expect(idsOf('fail', result).sort()).toEqual(Object.keys(fails).sort())
      expect(idsOf('warn', result)).toEqual(warns)
      for (const [id, said] of Object.entries(fails)) expect(sayingOf(id as CheckId, result)).toMatch(said)
      expect(result.conforms).toBe(false)
    },
  )
})

describe('gatehouse check, as a command', () => {
  it('prints the fault and the remedy, and exits with 1', async () => {
    const { address } = cleanUp.add(await hasNoSession(), (open) => open.close())
    const screen = terminal()
    expect(await runCommandLine(['check', address, '--token', token], screen)).toBe(1)
    const said = screen.said.join('\n')
    expect(said).toMatch(/^ws:\S+: Small agent 1\.0\.0\n/u)
    expect(said).toMatch(
      /\n 4 ✗ session: .* \(8\.2\) agents-register-ack\n {5}there is no sessionId\n {5}→ Create a new sessionId/u,
    )
    expect(said).toMatch(/\d+ passed, 1 failed, 0 warnings, 2 skipped\nThe agent does not follow the contract\.$/u)
  })

  it('gives advice that fits the result', async () => {
    const { address } = cleanUp.add(
      await contractAgent({
        beat: ({ id }, say) => say('heartbeat_ack', { correlationId: id, status: { healthy: true, memoryUsage: 50 } }),
      }),
      (open) => open.close(),
    )
    const heartbeat = (await check(address)).findings.find(({ id }) => id === 'heartbeat')
    expect(heartbeat).toMatchObject({
      verdict: 'fail',
      advice: expect.stringContaining('Correct the named value'),
    })
    expect(heartbeat?.seen.join()).toContain('memoryUsage')
  })

  it('does not pass the responses of contexts that sent none', async () => {
    const { address } = cleanUp.add(
      await contractAgent({
        answer: async ({ capabilityId }, usual) => {
          const answer = await usual()
          return answer.success
            ? { success: false, error: { code: 'BUSINESS.OPERATION_FAILED', message: `No ${capabilityId}.` } }
            : answer
        },
      }),
      (open) => open.close(),
    )
    const result = await check(address)
    expect(idsOf('warn', result)).toEqual(['contexts'])
    expect(sayingOf('contexts', result)).toContain('ext.shopkeeper.price.get never returned data')
    expect(idsOf('skip', result)).toContain('returns')
  })

  it('with --json prints one value only', async () => {
    const { address } = cleanUp.add(await contractAgent(), (open) => open.close())
    const screen = terminal()
    expect(await runCommandLine(['check', address, '--token', token, '--json'], screen)).toBe(0)
    expect(screen.said).toHaveLength(1)
    expect(JSON.parse(screen.said[0] ?? '')).toMatchObject({
      conforms: true,
      agent: { name: 'Small agent' },
      summary: { fail: 0, warn: 0, skip: 2 },
      checks: expect.arrayContaining([
        expect.objectContaining({ id: 'wrong-token', section: '8.2', anchor: 'agents-register', verdict: 'pass' }),
      ]),
    })
  })

  it('shows what an agent calls itself, and never obeys it', async () => {
    const agent = await contractAgent({
      welcome: (acknowledgement) => ({
        ...acknowledgement,
        agentInfo: { id: 'x', name: 'Red\u001b[31m\nagent', version: '1.0.0' },
      }),
    })
    cleanUp.add(agent, (open) => open.close())
    const screen = terminal()
    expect(await runCommandLine(['check', agent.address, '--token', token], screen)).toBe(0)
    expect(screen.said[0]).toMatch(/: Red\\u\{1b\}\[31m\\u\{a\}agent 1\.0\.0$/u)
    expect(screen.said.join('')).not.toContain('\u001b')
  })

  it('exits by itself after its output', async () => {
    const simulator = await serveSimulator({ port: 0, token: 'demo' })
    cleanUp.add(simulator, (open) => open.close())
    const program = path.join(dist, 'cli.cjs')
    const gatehouse = cleanUp.program([program, 'check', simulator.address, '--token', 'demo', '--json'])
    const ended = once(gatehouse.child, 'exit')
    expect(await gatehouse.until(() => true)).toMatchObject({ conforms: true, summary: { fail: 0 } })
    expect(await ended).toEqual([0, null])
    expect(gatehouse.lines).toHaveLength(1)
  })

  it('with a wrong token prints a short error about the token, and exits with 1', async () => {
    const { address } = cleanUp.add(await contractAgent(), (open) => open.close())
    const screen = terminal()
    expect(await runCommandLine(['check', address, '--token', 'not the right one'], screen)).toBe(1)
    const said = screen.said.join('\n')
    expect(said).toContain('the agent refused your --token: AUTH.TOKEN_INVALID')
    expect(said).toContain('→ Use the token that the agent was started with.')
    expect(said).toMatch(/– \d+ checks skipped: the agent refused the connection/u)
    expect(screen.said.length).toBeLessThan(10)
  })

  it('without a server prints an error, and exits with 2', async () => {
    const agent = await contractAgent()
    await agent.close()
    const screen = terminal()
    expect(await runCommandLine(['check', agent.address, '--token', token], screen)).toBe(2)
    expect(screen.complained.join()).toMatch(/could not connect: .*ECONNREFUSED/u)
    expect(screen.said).toEqual([])
  })
})
