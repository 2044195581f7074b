/**
 * Check agent: runs every expectation in order. See docs/protocol.md#agents-registration.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { AgentInfo } from '@contract/generated/message-frame.js'
import { type Admit, createAdmission } from '../../../src-main/validation/admission.js'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../../src-main/validation/frame-reader.js'
import type { SchemaThread } from '../../../src-main/validation/schema-thread.js'
import { AgentUnderCheck, type CheckedAgentOptions, Unreachable } from './agent-under-check.js'
import { ArgumentChoice } from './argument-choice.js'
import { checkCalls, checkRequest, knownObjectsOf, probeOf } from './call-checks.js'
import { CheckCaller } from './caller.js'
import { checkConnections, checkInvalidInput, listen } from './connection-checks.js'
import { checkErrors, checkMalformed } from './error-checks.js'
import { type CheckFinding, Findings } from './findings.js'
import { checkEvents, checkFrames, checkRespondsOnce } from './frame-checks.js'
import { FrameLog } from './frame-log.js'
import { createManifestCheck } from './manifest-check.js'
import {
  checkCapabilities,
  checkHeartbeat,
  checkRegistration,
  checkUnauthenticated,
  type Registered,
} from './registration-checks.js'
import type { FrameConnection } from './wire.js'

export interface CheckOptions extends CheckedAgentOptions {
  /** Whether actions are called too: they change the world. */
  readonly actions: boolean
  /** Where the agent's untrusted schemas are compiled. The caller stops it. */
  readonly schemas: SchemaThread
}

export interface CheckResult {
  /** What the agent reports about itself after registration. */
  readonly agent: AgentInfo | undefined
  readonly conforms: boolean
  readonly findings: readonly CheckFinding[]
}

/** Validators for the agent's frames, offers and responses. */
function createValidators() {
  const ajv = createContractAjv()
  return {
    ajv,
    readFrame: createFrameReader(ajv),
    validator: new CapabilityValidator(),
    checkManifest: createManifestCheck(),
  }
}

interface CheckValidators extends ReturnType<typeof createValidators> {
  readonly admit: Admit
}

/** Compiled once: compiling costs more than the check, and they keep no state. */
let known: ReturnType<typeof createValidators> | undefined
function contractValidators({ schemas, clock }: CheckOptions): CheckValidators {
  known ??= createValidators()
  return { ...known, admit: createAdmission(schemas, clock) }
}

/** @throws Unreachable when there is no agent to check */
export async function checkAgent(options: CheckOptions): Promise<CheckResult> {
  const findings = new Findings()
  const validators = contractValidators(options)
  const agent = new AgentUnderCheck(options, new FrameLog(validators.readFrame))
  const unregistered = await agent.dial()
  try {
    const registered = await registerWithAgent(unregistered, agent, findings)
    if (registered) await checkRegistered(agent, registered, { ...validators, actions: options.actions }, findings)
    findings.skipRemaining('the agent refused the connection')
    const concluded = findings.conclude()
    return { agent: registered?.welcome.agentInfo, conforms: conform(concluded), findings: concluded }
  } finally {
    await agent.close()
  }
}

/** True when nothing failed and something was checked: an agent without observations does not conform. */
const conform = (findings: readonly CheckFinding[]): boolean =>
  findings.every(({ id, verdict }) => verdict !== 'fail' && (id !== 'request' || verdict !== 'skip'))

async function registerWithAgent(
  unregistered: FrameConnection,
  agent: AgentUnderCheck,
  findings: Findings,
): Promise<Registered | undefined> {
  try {
    await checkUnauthenticated(unregistered, agent, findings)
    return await checkRegistration(agent, findings)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    findings.bad('registration', error.message)
    return undefined
  }
}

async function checkRegistered(
  agent: AgentUnderCheck,
  registered: Registered,
  validators: CheckValidators & { actions: boolean },
  findings: Findings,
): Promise<void> {
  const { journal } = agent
  const offered = await checkCapabilities(registered.welcome, validators.admit, validators.checkManifest, findings)
  const caller = new CheckCaller(agent, registered.wire)
  let whyNot = 'no request got a response, see "request"'
  try {
    await checkHeartbeat(registered, findings)
    if (await checkResponses(agent, caller, offered, validators, findings)) {
      whyNot = 'the check ended before it'
    }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    whyNot = `the agent disconnected: ${error.message}`
  }
  if (!findings.isBad('request')) checkRespondsOnce(journal, findings)
  checkFrames(journal, findings)
  await checkEvents(journal, offered, validators, findings)
  findings.skipRemaining(whyNot)
}

/** @returns false when there is no response. @throws Unreachable */
async function checkResponses(
  agent: AgentUnderCheck,
  caller: CheckCaller,
  offered: readonly CapabilityManifest[],
  { validator, actions }: CheckValidators & { actions: boolean },
  findings: Findings,
): Promise<boolean> {
  const ofType = (type: CapabilityManifest['type']) => offered.filter((manifest) => manifest.type === type)
  const kinds = { contexts: ofType('context'), actions: ofType('action'), events: ofType('event') }
  const { call } = caller
  const probe = probeOf(kinds.contexts, new ArgumentChoice(validator, { players: [], worlds: [] }))
  if (!(await checkRequest(call, probe, findings))) return false

  const choice = new ArgumentChoice(validator, await knownObjectsOf(kinds.contexts, call))
  await checkCalls('contexts', kinds.contexts, call, { choice, validator }, findings)
  await checkErrors(kinds, actions, call, choice, findings)
  if (actions) await checkCalls('actions', kinds.actions, call, { choice, validator }, findings)
  else findings.skip('actions', 'actions change the world; use --actions to call them')
  findings.skip('returns', 'no call of a capability with returns succeeded')
  await checkConnections(agent, caller, probe, findings)
  await checkInvalidInput(agent, caller, probe, findings)
  await checkMalformed(caller, agent.journal, findings)
  await listen(agent, caller)
  return true
}
