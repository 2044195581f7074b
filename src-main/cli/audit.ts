/** `gatehouse audit`: searches the audit trail of a profile. Read-only; works while the program runs. */
import { createReadStream, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { defaultSettings } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import { maxAuditRows } from '@shared/trail/audit.js'
import { reportMask, type StreamSafe, stillStreamSafe } from '../gateway/feeds/stream-safe.js'
import { createExportFile, exportTrail, type RowMask } from '../storage/audit/export.js'
import { auditFile } from '../storage/audit/trail-file.js'
import { type VerificationResult, verifyLines } from '../storage/audit/verify.js'
import { type AuditReader, cursorOf, fullSearch, openAuditReader } from '../storage/audit-reader.js'
import { readSettings } from '../storage/settings-store.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { expectNames, readOptions, wholeNumber } from './arguments.js'
import { filterHelp, filterOf, filterOptions } from './audit/filter-options.js'
import { reportIntegrity, reportRow } from './audit/report.js'
import { existingProfile } from './profile-argument.js'
import { count, jsonLine, terminalText } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse audit search [FILTER]... [--limit N] [--cursor CURSOR] [--profile DIR] [--json]',
  '       gatehouse audit verify [--file EXPORT.jsonl [--partial]] [--profile DIR] [--json]',
  '       gatehouse audit export --out FILE [--format jsonl|csv] [FILTER]... [--profile DIR] [--json]',
  '',
  'Searches, verifies and exports the audit log. Works while Gatehouse runs.',
  '',
  '  search   lists events, newest first',
  '  verify   checks the hash chain and names the first row that does not match',
  '  export   writes events, oldest first, as JSON lines (can be verified) or CSV',
  '',
  'Filters (events must match all of them):',
  ...filterHelp,
  '',
  '  --limit N          rows per page (default: 50)',
  '  --cursor CURSOR    continues after a row; each line of --json has its cursor',
  '  --file FILE        verifies a JSON lines export instead of the profile; add --partial if it has filters',
  '  --profile DIR      the data folder (default: that of the desktop app)',
  '  --json             search: one row per line { sequence, previous, hash, cursor, event };',
  '                     verify: { ok, rows, head, broken }; export: { rows, file, format }',
  '',
  'Exit codes: 0 done, and the chain is intact; 1 the chain is broken; 2 invalid command line,',
  'profile or file.',
].join('\n')

const options = {
  ...filterOptions,
  limit: { type: 'string' },
  cursor: { type: 'string' },
  file: { type: 'string' },
  partial: { type: 'boolean', default: false },
  format: { type: 'string', default: 'jsonl' },
  out: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

type AuditArguments = ReturnType<typeof readOptions<typeof options>>['values']

const doings = { search, verify, export: exportInto } as const

/** Options of a single subcommand. */
const own = {
  limit: ['search'],
  cursor: ['search'],
  file: ['verify'],
  partial: ['verify'],
  out: ['export'],
} as const satisfies Partial<Record<keyof typeof options, readonly (keyof typeof doings)[]>>

export const audit: CliCommand = {
  name: 'audit',
  summary: 'search, verify and export the audit log',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, options)
    const [doing, ...rest] = positionals
    if (doing === undefined || !Object.hasOwn(doings, doing)) {
      throw new UsageError(`Expected search, verify or export, got ${doing ?? 'nothing'}.`)
    }
    expectNames(rest, [])
    for (const [name, [where]] of Object.entries(own)) {
      const given = values[name as keyof typeof own]
      if (where !== doing && given !== undefined && given !== false)
        throw new UsageError(`--${name} works only with ${where}.`)
    }
    return doings[doing as keyof typeof doings](values, cli)
  },
}

async function search(given: AuditArguments, cli: CliEnvironment): Promise<ExitCode> {
  const filter = filterOf(filtersOf(given), new Date())
  const limit = given.limit === undefined ? 50 : wholeNumber('limit', given.limit, 1, maxAuditRows)
  const { rows, next } = await inTrail(given.profile, (reader) =>
    reader.search({ ...filter, limit, ...(given.cursor !== undefined && { cursor: given.cursor }) }, fullSearch),
  )
  for (const row of rows) {
    const { event, ...place } = row
    if (given.json) cli.out(jsonLine({ ...place, cursor: cursorOf(row.sequence), event }))
    else reportRow(row, cli)
  }
  if (given.json) return exitCodes.good
  if (rows.length === 0) cli.out(terminalText`No matching events.`)
  if (next !== undefined) cli.err(terminalText`More rows: --cursor ${next}`)
  return exitCodes.good
}

async function verify({ file, partial, profile, json }: AuditArguments, cli: CliEnvironment): Promise<ExitCode> {
  if (partial && file === undefined) throw new UsageError('--partial needs --file.')
  const verdict =
    file === undefined ? await inTrail(profile, (reader) => reader.verify()) : await verifyFile(file, partial)
  const { rows, head, broken } = verdict
  if (json) cli.out(jsonLine({ ok: !broken, ...verdict }))
  else reportIntegrity(rows, head.hash, broken, cli)
  return broken ? exitCodes.bad : exitCodes.good
}

async function exportInto(
  { out: file, format, profile, json, ...given }: AuditArguments,
  { out }: CliEnvironment,
): Promise<ExitCode> {
  if (file === undefined || file === '') throw new UsageError('--out FILE is missing.')
  if (format !== 'jsonl' && format !== 'csv') throw new UsageError(`--format takes jsonl or csv, not "${format}".`)
  const filter = filterOf(filtersOf(given), new Date())
  const reader = openTrail(profile)
  const mask = streamMaskOf(existingProfile(profile, 'to create the log'))
  try {
    const rows = await exportTrail(reader, filter, format, createExportFile(file), mask)
    const note = mask ? ' It is redacted because streamSafe is on, so it cannot be verified.' : ''
    const reported = { rows, file, format, ...(mask && { masked: true }) }
    out(json ? jsonLine(reported) : terminalText`${count(rows, 'row')} written to ${file}.${note}`)
    return exitCodes.good
  } catch (error) {
    throw new UsageError(`Cannot write the file ${file} (${messageOf(error)}).`)
  } finally {
    reader.close()
  }
}

/** Redaction of an export while stream-safe mode is on, or unknown; undefined while it is off. */
function streamMaskOf(profile: string): RowMask | undefined {
  const known = readSettings(profile, compiled(createContractAjv(), 'config-v1.json'))
  const settings = known ?? { ...defaultSettings, streamSafe: true }
  const stream = stillStreamSafe(profile, homedir(), settings)
  return stream.on ? stream.mask() : undefined
}

/** The mask of a report, whether stream-safe mode is on or off. */
export function reportMaskOf(given: string | undefined, language: AppLanguage): Pick<StreamSafe, 'text'> {
  const profile = existingProfile(given, 'to create the log')
  const known = readSettings(profile, compiled(createContractAjv(), 'config-v1.json')) ?? defaultSettings
  return reportMask(profile, homedir(), known, language)
}

/** @throws UsageError when it cannot be read */
async function verifyFile(file: string, partial: boolean): Promise<VerificationResult> {
  try {
    const input = createReadStream(file)
    const failed = new Promise<never>((_resolve, reject) => input.once('error', reject))
    return await Promise.race([verifyLines(createInterface({ input }), partial), failed])
  } catch (error) {
    throw new UsageError(`Cannot read the file ${file} (${messageOf(error)}).`)
  }
}

function filtersOf(given: Partial<AuditArguments>): Partial<Record<keyof typeof filterOptions, string>> {
  const names = Object.keys(filterOptions) as (keyof typeof filterOptions)[]
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}

/** @throws UsageError when there is no trail, or it cannot be read */
function openTrail(profile: string | undefined): AuditReader {
  const folder = existingProfile(profile, 'to create the log')
  if (!existsSync(path.join(folder, auditFile))) {
    throw new UsageError(`The profile ${folder} has no audit log yet.`)
  }
  try {
    return openAuditReader(folder)
  } catch (error) {
    throw new UsageError(`Cannot read the audit log of the profile ${folder} (${messageOf(error)}).`)
  }
}

export async function inTrail<T>(
  profile: string | undefined,
  use: (reader: AuditReader) => T | Promise<T>,
): Promise<T> {
  const reader = openTrail(profile)
  try {
    return await use(reader)
  } catch (error) {
    throw new UsageError(`Cannot read the audit log (${messageOf(error)}). Start Gatehouse once with this profile.`)
  } finally {
    reader.close()
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
