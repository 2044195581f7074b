/**
 * `gatehouse diff`: whether a new version number matches its changes. See docs/protocol.md#versions and
 * docs/protocol.md#versions-compatibility.
 */
import { compare, isAllowedBump, type Level, neededVersion, type SchemaChange } from '@contract/compatibility.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import { readArguments } from '../../../src-main/cli/arguments.js'
import { jsonLine, type Paint, painter, terminalText } from '../../../src-main/cli/text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes } from '../../../src-main/cli/verb.js'
import { inlineReferences } from '../../../src-main/validation/json-references.js'
import { openManifests } from './good-manifests.js'

export interface ChangeSeverity {
  readonly id: string
  readonly from: string
  readonly to: string
  /** How much changed. */
  readonly level: Level
  /** The lowest correct version. */
  readonly needed: string
  readonly right: boolean
  readonly changes: readonly SchemaChange[]
}

export interface Difference {
  /** True when every version is correct and no capability was removed. */
  readonly right: boolean
  readonly verdicts: readonly ChangeSeverity[]
  /** Capabilities of only one side. */
  readonly gone: readonly string[]
  readonly added: readonly string[]
}

const help = [
  'Usage: gatehouse diff OLD NEW [--json]',
  '',
  'Compares capability manifests and checks the new version number: major for changes that break callers,',
  'minor for additions, patch for texts. OLD and NEW are files with one manifest, a list, or one per line; one of',
  'them can be - (standard input). Capabilities are matched by id; two single manifests always match.',
  '',
  '  --json   one JSON value: { right, verdicts: [{ id, from, to, level, needed, right, changes }], gone, added }',
  '',
  'Exit codes: 0 all versions are right, 1 a version is wrong or a capability was removed, 2 invalid command line or file.',
].join('\n')

export const diff: CliCommand = {
  name: 'diff',
  summary: 'show the changes from OLD to NEW and check the version',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { paths, json } = readArguments(args, ['OLD', 'NEW'])
    const [from, to] = [await openManifests(paths[0] ?? '', cli), await openManifests(paths[1] ?? '', cli)]
    const difference = differenceOf(from, to)
    if (json) cli.out(jsonLine(difference))
    else report(difference, cli)
    return difference.right ? exitCodes.good : exitCodes.bad
  },
}

export function differenceOf(from: readonly CapabilityManifest[], to: readonly CapabilityManifest[]): Difference {
  const [one, other] = [from[0], to[0]]
  if (from.length === 1 && to.length === 1 && one && other) {
    const verdict = changeOf(one, other)
    return { right: verdict.right, verdicts: [verdict], gone: [], added: [] }
  }
  const [before, after] = [byId(from), byId(to)]
  const verdicts = [...before].flatMap(([id, manifest]) => {
    const now = after.get(id)
    return now ? [changeOf(manifest, now)] : []
  })
  const gone = [...before.keys()].filter((id) => !after.has(id))
  const added = [...after.keys()].filter((id) => !before.has(id))
  return { right: gone.length === 0 && verdicts.every(({ right }) => right), verdicts, gone, added }
}

const byId = (manifests: readonly CapabilityManifest[]): ReadonlyMap<string, CapabilityManifest> =>
  new Map(manifests.map((manifest) => [manifest.id, manifest]))

function changeOf(from: CapabilityManifest, to: CapabilityManifest): ChangeSeverity {
  const { level, changes } = compare(withoutReferences(from), withoutReferences(to))
  return {
    id: to.id,
    from: from.version,
    to: to.version,
    level,
    needed: neededVersion(from.version, level) ?? from.version,
    right: isAllowedBump(from.version, to.version, level),
    changes,
  }
}

const withoutReferences = (manifest: CapabilityManifest): CapabilityManifest => ({
  ...manifest,
  ...(manifest.parameters && { parameters: inlined(manifest.parameters) }),
  ...(manifest.returns && { returns: inlined(manifest.returns) }),
})

function inlined(schema: ObjectSchema): ObjectSchema {
  const result = inlineReferences(schema)
  if (!result.ok) throw new Error(`A schema that was checked: ${result.problem}`)
  return result.schema as ObjectSchema
}

function report({ verdicts, gone, added, right }: Difference, { out, colour }: CliEnvironment): void {
  const paint = painter(colour)
  for (const verdict of verdicts) printVerdict(verdict, out, paint)
  for (const id of gone) out(terminalText`${id}: ${paint('red', 'removed')}; this breaks callers`)
  for (const id of added) out(terminalText`${id}: new`)
  out(right ? paint('green', 'All versions are right.') : paint('red', 'Some versions are wrong.'))
}

function printVerdict(
  { id, from, to, level, needed, right, changes }: ChangeSeverity,
  out: CliEnvironment['out'],
  paint: Paint,
): void {
  const what = level === 'none' ? 'nothing changed' : `${level} changes`
  out(
    terminalText`${id} ${from} → ${to}: ${what}${right ? '' : paint('red', `; the version must be ${needed} or newer`)}`,
  )
  for (const change of changes) {
    const ink = change.level === 'major' ? 'red' : change.level === 'minor' ? 'yellow' : 'dim'
    const values = [change.from, change.to].map((value) => (value === undefined ? 'nothing' : JSON.stringify(value)))
    out(terminalText`  ${paint(ink, change.level)} ${change.path}: ${change.reason}`)
    out(paint('dim', `        ${values.map(shortened).join(' → ')}`))
  }
}

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text)
