/** `gatehouse report`: what AI did on a stream, from the audit trail of a profile; and whether a report is true. */

import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { AppLanguage } from '@shared/text/language.js'
import { createExportFile } from '../storage/audit/export.js'
import { type AuditReader, cursorOf, fullSearch } from '../storage/audit-reader.js'
import { formatOf, reportFormats, reportText, sealIn } from '../streaming/report/report-text.js'
import { type ReportSeal, readStreamReport } from '../streaming/report/stream-report.js'
import { expectNames, readOptions } from './arguments.js'
import { momentOf } from './audit/moment.js'
import { reportIntegrity } from './audit/report.js'
import { inTrail, reportMaskOf } from './audit.js'
import { jsonLine, type TerminalText, terminalText } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse report --out FILE [--since TIME] [--until TIME] [--format html|md] [--language en|zh] [--profile DIR]',
  '                        [--json]',
  '       gatehouse report verify FILE [--profile DIR] [--json]',
  '',
  'Writes what AI did on a stream, without private data. Works while Gatehouse runs.',
  '',
  '  --since, --until   a date (2026-01-19 or 2026-01-19T10:30Z) or an age (30m, 2h or 7d); default: the last 3 hours',
  '  --format           html: a page; md: Markdown for the description of a video (default: by the name of the file)',
  '',
  '  --json             { file, since, until, head } of a report; { ok, problem } of verify',
  '',
  'verify checks the log, that it has the row named at the end of the report, and that the same report comes from it.',
  '',
  'Exit codes: 0 done, or the report is true; 1 it is not; 2 invalid command line, profile or file.',
].join('\n')

const options = {
  out: { type: 'string' },
  since: { type: 'string', default: '3h' },
  until: { type: 'string', default: '0s' },
  format: { type: 'string' },
  language: { type: 'string', default: 'en' },
  profile: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

type ReportArguments = ReturnType<typeof readOptions<typeof options>>['values']

/** Characters of a report that is read. */
const maxFileLength = 4_000_000

export const report: CliCommand = {
  name: 'report',
  summary: 'write what AI did on a stream, and verify such a report',
  help,
  async run(args, cli) {
    const { values, positionals } = readOptions(args, options)
    const [doing, file, ...rest] = positionals
    if (doing === 'verify') {
      if (file === undefined || rest.length > 0) throw new UsageError('Expected verify and one FILE.')
      return verify(file, values, cli)
    }
    expectNames(positionals, [])
    return write(values, cli)
  },
}

async function write(
  { out: file, since, until, format, language, profile, json }: ReportArguments,
  { out }: CliEnvironment,
) {
  if (file === undefined || file === '') throw new UsageError('--out FILE is missing.')
  const form = format ?? (file.endsWith('.md') ? 'md' : 'html')
  const known = reportFormats.find((one) => one === form)
  if (!known) throw new UsageError(`--format takes ${reportFormats.join(' or ')}, not "${form}".`)
  const now = new Date()
  const span = {
    since: momentOf('since', since, now),
    until: momentOf('until', until, now),
    language: languageOf(language),
  }
  const { text, head } = await inTrail(profile, async (reader) => {
    const { head: last } = reader.verify()
    return { head: last, text: await made(reader, { ...span, head: last }, known, profile) }
  })
  try {
    const stream = createExportFile(file)
    stream.end(text)
    await once(stream, 'finish')
  } catch (error) {
    throw new UsageError(`Cannot write the file ${file} (${error instanceof Error ? error.message : String(error)}).`)
  }
  const written = { file, since: span.since, until: span.until, head }
  out(json ? jsonLine(written) : terminalText`The report was written to ${file}.`)
  return exitCodes.good
}

async function verify(file: string, { profile, json }: ReportArguments, cli: CliEnvironment): Promise<ExitCode> {
  const text = await readReport(file)
  const seal = sealIn(text)
  if (!seal) throw new UsageError(`The file ${file} is no report of Gatehouse.`)
  return inTrail(profile, async (reader) => {
    const { rows, head, broken } = reader.verify()
    if (broken) {
      if (!json) reportIntegrity(rows, head.hash, broken, cli)
      return say('log-changed', terminalText`The report cannot be checked with a log that was changed.`)
    }
    const { sequence, hash } = seal.head
    const [last] = reader.search({ cursor: cursorOf(sequence + 1), limit: 1 }, fullSearch).rows
    if (last?.sequence !== sequence || last.hash !== hash) {
      return say(
        'other-log',
        terminalText`The report is not of this log: row ${sequence} is another one, or was deleted.`,
      )
    }
    if ((await made(reader, seal, formatOf(text), profile)) !== text.replaceAll('\r\n', '\n')) {
      return say(
        'text-changed',
        terminalText`The log is intact, but it does not say what the report says. The text was changed, or the names that are hidden on streams.`,
      )
    }
    cli.out(json ? jsonLine({ ok: true }) : terminalText`The report is true: this log says the same, and is intact.`)
    return exitCodes.good
  })

  function say(problem: string, sentence: TerminalText): ExitCode {
    cli.out(json ? jsonLine({ ok: false, problem }) : sentence)
    return exitCodes.bad
  }
}

const made = async (
  reader: AuditReader,
  seal: ReportSeal,
  format: (typeof reportFormats)[number],
  profile: string | undefined,
): Promise<string> => {
  const mask = reportMaskOf(profile, seal.language)
  const found = await readStreamReport((query) => reader.search(query, fullSearch), seal, cursorOf)
  return reportText(found, format, (text) => mask.text(text))
}

function languageOf(given: string): AppLanguage {
  if (given === 'en' || given === 'zh') return given
  throw new UsageError(`--language takes en or zh, not "${given}".`)
}

/** @throws UsageError when it cannot be read */
async function readReport(file: string): Promise<string> {
  let text = ''
  try {
    for await (const part of createReadStream(file, { encoding: 'utf8' })) {
      text += part
      if (text.length > maxFileLength) throw new Error('it is too large')
    }
  } catch (error) {
    throw new UsageError(`Cannot read the file ${file} (${error instanceof Error ? error.message : String(error)}).`)
  }
  return text
}
