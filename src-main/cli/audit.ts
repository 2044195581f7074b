/** `gatehouse audit`: looks things up in the trail of a profile, also while the program runs. It changes nothing. */
import { createReadStream, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { mostAuditRows } from '../contract/audit.js'
import { defaultSettings } from '../contract/settings.js'
import { StreamSafe } from '../gateway/stream-safe.js'
import { exportTrail, type RowMask } from '../storage/audit/export.js'
import { createExportFile } from '../storage/audit/export-file.js'
import { auditFile } from '../storage/audit/trail-file.js'
import { type Verdict, verifyLines } from '../storage/audit/verify.js'
import { type AuditReader, cursorOf, openAuditReader } from '../storage/audit-reader.js'
import { readSettings } from '../storage/settings-store.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { mustBe, readOptions, wholeNumber } from './arguments.js'
import { filterHelp, filterOf, filterOptions } from './audit/filter-options.js'
import { reportRow, reportVerdict } from './audit/report.js'
import { existingProfile } from './profile-argument.js'
import { count, jsonLine, terminalText } from './text.js'
import { type ExitCode, exitCodes, type Surroundings, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse audit search [FILTER]... [--limit N] [--cursor CURSOR] [--profile DIR] [--json]',
  '       gatehouse audit verify [--file EXPORT.jsonl [--partial]] [--profile DIR] [--json]',
  '       gatehouse audit export --out FILE [--format jsonl|csv] [FILTER]... [--profile DIR] [--json]',
  '',
  'The trail of what was asked, decided and done, also while the program runs.',
  '',
  '  search   the newest events first',
  '  verify   reads the whole chain, and names the first row that is not as it was written',
  '  export   the events, oldest first, as JSON lines that can be verified, or as CSV',
  '',
  'Filters, all of which must hold:',
  ...filterHelp,
  '',
  '  --limit N          rows of a page; 50 when left out',
  '  --cursor CURSOR    goes on behind a row; each line of --json carries its own',
  '  --file FILE        an export as JSON lines instead of the profile; --partial when it was made with filters',
  '  --profile DIR      the data folder; that of the desktop program when left out',
  '  --json             search: one row a line { sequence, previous, hash, cursor, event };',
  '                     verify: { ok, rows, head, broken }; export: { rows, file, format }',
  '',
  'Exit codes: 0 it is done, and the chain is whole; 1 the chain is broken; 2 the command line, the profile or a file',
  'cannot be used.',
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

type Given = ReturnType<typeof readOptions<typeof options>>['values']

const doings = { search, verify, export: exportInto } as const

/** Options that belong to one of them alone. */
const own = {
  limit: ['search'],
  cursor: ['search'],
  file: ['verify'],
  partial: ['verify'],
  out: ['export'],
} as const satisfies Partial<Record<keyof typeof options, readonly (keyof typeof doings)[]>>

export const audit: Verb = {
  name: 'audit',
  summary: 'search, verify and export the audit trail',
  help,
  async run(args, surroundings): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, options)
    const [doing, ...rest] = positionals
    if (doing === undefined || !Object.hasOwn(doings, doing)) {
      throw new UsageError(`It takes search, verify or export, and got ${doing ?? 'nothing'}.`)
    }
    mustBe(rest, [])
    for (const [name, [where]] of Object.entries(own)) {
      const given = values[name as keyof typeof own]
      if (where !== doing && given !== undefined && given !== false)
        throw new UsageError(`--${name} belongs to ${where}.`)
    }
    return doings[doing as keyof typeof doings](values, surroundings)
  },
}

async function search(given: Given, surroundings: Surroundings): Promise<ExitCode> {
  const filter = filterOf(filtersOf(given), new Date())
  const limit = given.limit === undefined ? 50 : wholeNumber('limit', given.limit, 1, mostAuditRows)
  const { rows, next } = inTrail(given.profile, (reader) =>
    reader.search(
      { ...filter, limit, ...(given.cursor !== undefined && { cursor: given.cursor }) },
      Number.POSITIVE_INFINITY,
    ),
  )
  for (const row of rows) {
    const { event, ...place } = row
    if (given.json) surroundings.out(jsonLine({ ...place, cursor: cursorOf(row.sequence), event }))
    else reportRow(row, surroundings)
  }
  if (given.json) return exitCodes.good
  if (rows.length === 0) surroundings.out(terminalText`Nothing in the trail is like that.`)
  if (next !== undefined) surroundings.err(terminalText`There may be more: go on with --cursor ${next}`)
  return exitCodes.good
}

async function verify({ file, partial, profile, json }: Given, surroundings: Surroundings): Promise<ExitCode> {
  if (partial && file === undefined) throw new UsageError('--partial belongs to --file.')
  const verdict = file === undefined ? inTrail(profile, (reader) => reader.verify()) : await verifyFile(file, partial)
  const { rows, head, broken } = verdict
  if (json) surroundings.out(jsonLine({ ok: !broken, ...verdict }))
  else reportVerdict(rows, head.hash, broken, surroundings)
  return broken ? exitCodes.bad : exitCodes.good
}

async function exportInto(
  { out: file, format, profile, json, ...given }: Given,
  { out }: Surroundings,
): Promise<ExitCode> {
  if (file === undefined || file === '') throw new UsageError('It takes --out FILE.')
  if (format !== 'jsonl' && format !== 'csv') throw new UsageError(`--format takes jsonl or csv, and got "${format}".`)
  const filter = filterOf(filtersOf(given), new Date())
  const reader = openTrail(profile)
  const mask = streamMaskOf(existingProfile(profile, 'so that it has a trail'))
  try {
    const rows = await exportTrail(reader, filter, format, createExportFile(file), mask)
    const covered = mask
      ? ' It is covered for a stream, as the settings say (streamSafe), so it cannot be verified.'
      : ''
    const told = { rows, file, format, ...(mask && { masked: true }) }
    out(json ? jsonLine(told) : terminalText`${count(rows, 'row')} written to ${file}.${covered}`)
    return exitCodes.good
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be written (${wordsOf(error)}).`)
  } finally {
    reader.close()
  }
}

/** What covers an export while stream-safe mode is on, or nobody knows whether it is; undefined while it is off. */
function streamMaskOf(profile: string): RowMask | undefined {
  const known = readSettings(profile, compiled(createContractAjv(), 'config-v1.json'))
  const settings = known ?? { ...defaultSettings, streamSafe: true }
  const stream = new StreamSafe({
    settings: { get: () => settings, change: () => false, onDidChange: () => () => {} },
    desk: { homes: [profile, homedir()].filter((folder) => path.dirname(folder) !== folder), user: '' },
    language: () => (settings.language === 'zh' ? 'zh' : 'en'),
  })
  return stream.on ? stream.cover() : undefined
}

/** @throws UsageError when it cannot be read */
async function verifyFile(file: string, partial: boolean): Promise<Verdict> {
  try {
    const input = createReadStream(file)
    const failed = new Promise<never>((_resolve, reject) => input.once('error', reject))
    return await Promise.race([verifyLines(createInterface({ input }), partial), failed])
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read (${wordsOf(error)}).`)
  }
}

function filtersOf(given: Partial<Given>): Partial<Record<keyof typeof filterOptions, string>> {
  const names = Object.keys(filterOptions) as (keyof typeof filterOptions)[]
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}

/** @throws UsageError when there is no trail, or it cannot be read */
function openTrail(profile: string | undefined): AuditReader {
  const folder = existingProfile(profile, 'so that it has a trail')
  if (!existsSync(path.join(folder, auditFile))) {
    throw new UsageError(`The profile ${folder} has no audit trail yet: nothing was ever asked.`)
  }
  try {
    return openAuditReader(folder)
  } catch (error) {
    throw new UsageError(`The audit trail of the profile ${folder} cannot be read (${wordsOf(error)}).`)
  }
}

function inTrail<T>(profile: string | undefined, use: (reader: AuditReader) => T): T {
  const reader = openTrail(profile)
  try {
    return use(reader)
  } catch (error) {
    throw new UsageError(`The audit trail cannot be read (${wordsOf(error)}). Start Gatehouse with the profile once.`)
  } finally {
    reader.close()
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
