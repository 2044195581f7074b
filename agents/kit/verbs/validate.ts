/** `gatehouse validate`: whether manifests conform to the contract. See docs/protocol.md#agents-tools. */

import { readArguments } from '../../../src-main/cli/arguments.js'
import { count, joined, jsonLine, painter, terminalText } from '../../../src-main/cli/text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes } from '../../../src-main/cli/verb.js'
import { type CheckManifest, createManifestCheck, type ManifestProblem } from '../check/manifest-check.js'
import { openSources, type Source } from './manifest-source.js'

export interface ValidationFinding extends ManifestProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  /** Id of the capability, if it has one. */
  readonly id?: string
}

const help = [
  'Usage: gatehouse validate FILE|DIR|- [--json]',
  '',
  'Checks capability manifests: the schema, ids and namespaces, the schemas of parameters and returns, and the',
  'examples. A file has one manifest, a list, or one per line; in a folder every',
  '.json, .jsonl and .ndjson file is read; - means standard input.',
  '',
  '  --json   one JSON value: { valid, files, manifests, problems: [{ file, line, column, severity, id, path, problem }] }',
  '',
  'Exit codes: 0 no errors (warnings possible), 1 errors, 2 invalid command line or file.',
].join('\n')

export const validate: CliCommand = {
  name: 'validate',
  summary: 'check manifests: FILE, DIR or - for standard input',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { paths, json } = readArguments(args, ['FILE, DIR or -'])
    const sources = await openSources(paths[0] ?? '-', cli)
    const check = createManifestCheck()
    const problems = findingsOf(sources, check)
    const valid = !problems.some(({ severity }) => severity === 'error')
    const manifests = sources.reduce((sum, source) => sum + source.manifests.length, 0)
    if (json) cli.out(jsonLine({ valid, files: sources.length, manifests, problems }))
    else report(problems, `${count(manifests, 'manifest')} in ${count(sources.length, 'file')}`, cli)
    return valid ? exitCodes.good : exitCodes.bad
  },
}

/** All problems of a set of files. */
export function findingsOf(sources: readonly Source[], check: CheckManifest): ValidationFinding[] {
  const seen = new Map<string, string>()
  return sources.flatMap((source) => findingsIn(source, check, seen))
}

/** In the order of the file. @param seen id → position of its first use; added to */
function findingsIn(
  { name: file, manifests, problems }: Source,
  check: CheckManifest,
  seen: Map<string, string>,
): ValidationFinding[] {
  const ofFile = problems.map(
    ({ problem, place }): ValidationFinding => ({ file, ...place, severity: 'error', path: '', problem }),
  )
  const ofManifests = manifests.flatMap(({ value, place }) => {
    const id = idOf(value)
    const before = id === undefined ? undefined : seen.get(id)
    const where = before === file ? `${id} appears twice in this file` : `${id} is also in ${before}`
    const again: ManifestProblem = { path: '/id', problem: where, severity: 'error' }
    const found = before === undefined ? check(value) : [again, ...check(value)]
    if (id !== undefined && before === undefined) seen.set(id, file)
    return found.map(
      (problem): ValidationFinding => ({ file, ...place(problem.path), ...(id !== undefined && { id }), ...problem }),
    )
  })
  return [...ofFile, ...ofManifests].sort((one, other) => one.line - other.line || one.column - other.column)
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' ? id : undefined
}

function report(problems: readonly ValidationFinding[], what: string, { out, colour }: CliEnvironment): void {
  const paint = painter(colour)
  for (const { file, line, column, severity, path, problem } of problems) {
    const where = paint('dim', `${file}:${line}:${column}:`)
    const ink = severity === 'error' ? 'red' : 'yellow'
    out(terminalText`${where} ${paint(ink, severity)}: ${path === '' ? problem : `${path}: ${problem}`}`)
  }
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const reported = [
    ...(errors > 0 ? [paint('red', count(errors, 'error'))] : []),
    ...(warnings > 0 ? [paint('yellow', count(warnings, 'warning'))] : []),
  ]
  out(terminalText`${what}: ${reported.length > 0 ? joined(reported, ', ') : paint('green', 'no problems')}`)
}
