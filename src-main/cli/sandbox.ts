/** `gatehouse sandbox`: one call of a capability, where it can do no harm. Specification 1, section 12.3. */
import { coreCatalogue } from '../contract/core-catalogue.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import { mockPlayground, type Playground, worldPlayground } from '../sandbox/playground.js'
import { NotAdmitted, tryOut } from '../sandbox/trial.js'
import { readOptions, wholeNumber } from './arguments.js'
import { openManifests } from './good-manifests.js'
import { jsonObject } from './json-argument.js'
import { report } from './sandbox/report.js'
import { jsonLine } from './text.js'
import { type ExitCode, exitCodes, type Surroundings, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse sandbox MANIFEST CALL [--capability ID] [--answer ANSWER] [--seed N] [--json]',
  '',
  'Runs one call through a gateway of its own, against a world of its own: what was sent, what a gateway decides, what',
  'came back, whether that obeys "returns", and what changed. Nothing outside is touched, and nobody is asked: the',
  'sandbox agrees to what a person would have to agree to.',
  '',
  '  MANIFEST   a capability of the core catalogue, for example world.time.set, runs in the demo world;',
  '             a file of manifests of your own runs against a mock of them',
  '  CALL       the arguments as a JSON object; @FILE reads them from a file, - from standard input',
  '',
  '  --capability ID   which one, when the file has several',
  '  --answer ANSWER   what your agent would answer, written as CALL is, in place of something made up',
  '  --seed N          the same seed is the same world, and the same answers; 1 when left out',
  '  --json            one JSON value: { capabilityId, version, against, sent, decision, outcome, answer, error, obeys,',
  '                    problems, changes: [{ path, before, after }], happened }',
  '',
  'Exit codes: 0 it was done and the answer obeys, 1 it was not, 2 the command line or a file cannot be used.',
].join('\n')

export const sandbox: Verb = {
  name: 'sandbox',
  summary: 'run one call where it can do no harm, and see what it does',
  help,
  async run(args, surroundings): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      capability: { type: 'string' },
      answer: { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    })
    const [manifest, call, ...more] = positionals
    if (!manifest || !call || more.length > 0) {
      throw new UsageError(`It takes MANIFEST and CALL, and got ${positionals.join(' ') || 'nothing'}.`)
    }
    if ([manifest, call, values.answer].filter((given) => given === '-').length > 1) {
      throw new UsageError('Standard input can be read only once.')
    }
    const seed = wholeNumber('seed', values.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    const given = await jsonObject('CALL', call, surroundings)
    const answer = values.answer === undefined ? undefined : await jsonObject('--answer', values.answer, surroundings)
    const { id, playground } = await playgroundFor(manifest, { seed, id: values.capability, answer }, surroundings)
    return tryAndTell(id, given, playground, surroundings, values.json)
  },
}

async function tryAndTell(
  id: string,
  given: object,
  playground: Playground,
  surroundings: Surroundings,
  json: boolean,
): Promise<ExitCode> {
  try {
    const trial = await tryOut(id, given, playground)
    if (json) surroundings.out(jsonLine(trial))
    else report(trial, surroundings)
    return trial.outcome === 'done' ? exitCodes.good : exitCodes.bad
  } catch (error) {
    if (error instanceof NotAdmitted) throw new UsageError(error.message)
    throw error
  }
}

interface Wishes {
  readonly seed: number
  readonly id: string | undefined
  readonly answer: Record<string, unknown> | undefined
}

async function playgroundFor(manifest: string, { seed, id, answer }: Wishes, surroundings: Surroundings) {
  if (coreCatalogue.has(manifest)) {
    if (answer) throw new UsageError('The demo world answers by itself: --answer is for manifests of your own.')
    return { id: manifest, playground: worldPlayground(seed) }
  }
  const manifests = await openManifests(manifest, surroundings).catch((error: unknown) => {
    if (!/^[a-z.]+$/u.test(manifest) || !(error instanceof UsageError)) throw error
    const near = [...coreCatalogue.keys()].filter((core) => core.startsWith(manifest.split('.')[0] ?? manifest))
    throw new UsageError(`${error.message}, and no such capability in the core catalogue${listed(near)}`)
  })
  const one = chosen(manifests, id)
  return { id: one.id, playground: mockPlayground(manifests, seed, answer && { id: one.id, data: answer }) }
}

const listed = (ids: readonly string[]): string => (ids.length > 0 ? `; there are ${ids.join(', ')}` : '.')

function chosen(manifests: readonly CapabilityManifest[], id: string | undefined): CapabilityManifest {
  const found = id === undefined ? manifests : manifests.filter((manifest) => manifest.id === id)
  const [one] = found
  if (one && found.length === 1) return one
  const ids = manifests.map((manifest) => manifest.id).join(', ')
  throw new UsageError(
    id === undefined
      ? `There are several capabilities in the file: say which with --capability ID (${ids}).`
      : `There is no capability ${id} in the file; there are ${ids}.`,
  )
}
