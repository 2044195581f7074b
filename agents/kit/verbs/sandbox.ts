/** `gatehouse sandbox`: runs one call without effect. See docs/protocol.md#agents-tools. */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { readOptions, wholeNumber } from '../../../src-main/cli/arguments.js'
import { jsonLine } from '../../../src-main/cli/text.js'
import {
  type CliCommand,
  type CliEnvironment,
  type ExitCode,
  exitCodes,
  UsageError,
} from '../../../src-main/cli/verb.js'
import { demoWorldSandbox, mockSandbox, type SandboxWorld } from '../sandbox/sandbox-world.js'
import { NotAdmitted, runTrial } from '../sandbox/trial.js'
import { openManifests } from './good-manifests.js'
import { jsonObject } from './json-argument.js'
import { report } from './trial-report.js'

const help = [
  'Usage: gatehouse sandbox MANIFEST CALL [--capability ID] [--answer ANSWER] [--seed N] [--json]',
  '',
  'Runs one call in a separate gateway and world. Shows the call, the decision, the response, whether it',
  'matches "returns", and the changes. Nothing outside the sandbox changes, and no one is asked: the',
  'sandbox approves every request.',
  '',
  '  MANIFEST   a capability of the core catalogue, for example world.time.set (runs in the demo world),',
  '             or a file with your own manifests (runs against a mock)',
  '  CALL       the arguments as a JSON object; @FILE reads them from a file, - from standard input',
  '',
  '  --capability ID   selects one, if the file has several',
  '  --answer ANSWER   the response of your agent, written like CALL (default: generated)',
  '  --seed N          the same seed gives the same world and responses (default: 1)',
  '  --json            one JSON value: { capabilityId, version, against, sent, decision, outcome, answer, error, obeys,',
  '                    problems, changes: [{ path, before, after }], happened }',
  '',
  'Exit codes: 0 done, and the response matches; 1 failed; 2 invalid command line or file.',
].join('\n')

export const sandbox: CliCommand = {
  name: 'sandbox',
  summary: 'run one call in a sandbox and show its effects',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      capability: { type: 'string' },
      answer: { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    })
    const [manifest, call, ...more] = positionals
    if (!manifest || !call || more.length > 0) {
      throw new UsageError(`Expected MANIFEST and CALL, got ${positionals.join(' ') || 'nothing'}.`)
    }
    if ([manifest, call, values.answer].filter((given) => given === '-').length > 1) {
      throw new UsageError('Standard input can be read only once.')
    }
    const seed = wholeNumber('seed', values.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    const given = await jsonObject('CALL', call, cli)
    const answer = values.answer === undefined ? undefined : await jsonObject('--answer', values.answer, cli)
    const { id, playground } = await playgroundFor(manifest, { seed, id: values.capability, answer }, cli)
    return runAndReport(id, given, playground, cli, values.json)
  },
}

async function runAndReport(
  id: string,
  given: object,
  playground: SandboxWorld,
  cli: CliEnvironment,
  json: boolean,
): Promise<ExitCode> {
  try {
    const trial = await runTrial(id, given, playground)
    if (json) cli.out(jsonLine(trial))
    else report(trial, cli)
    return trial.outcome === 'done' ? exitCodes.good : exitCodes.bad
  } catch (error) {
    if (error instanceof NotAdmitted) throw new UsageError(error.message)
    throw error
  }
}

interface SandboxOptionsInput {
  readonly seed: number
  readonly id: string | undefined
  readonly answer: Record<string, unknown> | undefined
}

async function playgroundFor(manifest: string, { seed, id, answer }: SandboxOptionsInput, cli: CliEnvironment) {
  if (coreCatalogue.has(manifest)) {
    if (answer) throw new UsageError('--answer works only with your own manifests.')
    return { id: manifest, playground: demoWorldSandbox(seed) }
  }
  const manifests = await openManifests(manifest, cli).catch((error: unknown) => {
    if (!/^[a-z.]+$/u.test(manifest) || !(error instanceof UsageError)) throw error
    const near = [...coreCatalogue.keys()].filter((core) => core.startsWith(manifest.split('.')[0] ?? manifest))
    throw new UsageError(`${error.message}, and no such capability in the core catalogue${listed(near)}`)
  })
  const one = chosen(manifests, id)
  return { id: one.id, playground: mockSandbox(manifests, answer && { id: one.id, data: answer }) }
}

const listed = (ids: readonly string[]): string => (ids.length > 0 ? `; there are ${ids.join(', ')}` : '.')

function chosen(manifests: readonly CapabilityManifest[], id: string | undefined): CapabilityManifest {
  const found = id === undefined ? manifests : manifests.filter((manifest) => manifest.id === id)
  const [one] = found
  if (one && found.length === 1) return one
  const ids = manifests.map((manifest) => manifest.id).join(', ')
  throw new UsageError(
    id === undefined
      ? `The file has several capabilities. Select one with --capability ID (${ids}).`
      : `The file has no capability ${id}. It has ${ids}.`,
  )
}
