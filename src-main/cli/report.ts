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
import { terminalText } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse report --out FILE [--since TIME] [--until TIME] [--format html|md] [--language en|zh] [--profile DIR]',
  '       gatehouse report verify FILE [--profile DIR]',
  '',
  'Writes what AI did on a stream, without private data. Works while Gatehouse runs.',
  '',
  '  --since, --until   a date (2026-01-19 or 2026-01-19T10:30Z) or an age (30m, 2h or 7d); default: the last 3 hours',
  '  --format           html: a page; md: Markdown for the description of a video (default: by the name of the file)',
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

async function write({ out: file, since, until, format, language, profile }: ReportArguments, { out }: CliEnvironment) {
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
  const text = await inTrail(profile, (reader) => {
    const { head } = reader.verify()
    return made(reader, { ...span, head }, known, profile)
  })
  try {
    const stream = createExportFile(file)
    stream.end(text)
    await once(stream, 'finish')
  } catch (error) {
    throw new UsageError(`Cannot write the file ${file} (${error instanceof Error ? error.message : String(error)}).`)
  }
  out(terminalText`The report was written to ${file}.`)
  return exitCodes.good
}

async function verify(file: string, { profile }: ReportArguments, cli: CliEnvironment): Promise<ExitCode> {
  const text = await readReport(file)
  const seal = sealIn(text)
  if (!seal) throw new UsageError(`The file ${file} is no report of Gatehouse.`)
  return inTrail(profile, (reader) => {
    const { rows, head, broken } = reader.verify()
    if (broken) {
      reportIntegrity(rows, head.hash, broken, cli)
      return exitCodes.bad
    }
    const [last] = reader.search({ cursor: cursorOf(seal.head.sequence + 1), limit: 1 }, fullSearch).rows
    if (last?.sequence !== seal.head.sequence || last.hash !== seal.head.hash) {
      cli.out(
        terminalText`The report is not of this log: its row ${seal.head.sequence} is another one, or was deleted.`,
      )
      return exitCodes.bad
    }
    if (made(reader, seal, formatOf(text), profile) !== text.replaceAll('\r\n', '\n')) {
      cli.out(
        terminalText`The log is intact, but it does not say what the report says. The text was changed, or names that are hidden on streams were.`,
      )
      return exitCodes.bad
    }
    cli.out(terminalText`The report is true: this log says the same, and is intact.`)
    return exitCodes.good
  })
}

const made = (
  reader: AuditReader,
  seal: ReportSeal,
  format: (typeof reportFormats)[number],
  profile: string | undefined,
): string => {
  const mask = reportMaskOf(profile, seal.language)
  const found = readStreamReport((query) => reader.search(query, fullSearch), seal, cursorOf)
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
