/** Crash report: what a person may send to the developers. Guards that it contains nothing about their world. */
import type { CrashState } from '@shared/program/crash-state.js'
import { reportText } from '../text/report-text.js'

export interface ReportFacts {
  readonly crash: CrashState
  /** Name → version: the program, Electron, Chromium, Node.js, the system. */
  readonly versions: Readonly<Record<string, string>>
  /** The end of the log, as JSON lines. */
  readonly log: readonly string[]
}

const maxLines = 40

export function crashReport({ crash, versions, log }: ReportFacts): string {
  const { last, safeMode } = crash
  return [
    'Gatehouse report',
    ...Object.entries(versions).map(([name, version]) => `${name}: ${reportText(version, 80)}`),
    ...(last ? [`Last crash: ${last.at} (${last.why}), version ${reportText(last.version, 40)}`] : []),
    ...(last?.message ? [reportText(last.message, 4_000)] : []),
    ...(safeMode ? ['Started in safe mode: no server is connected.'] : []),
    '',
    'Log (without details):',
    ...log.slice(-maxLines).flatMap(lineOf),
  ].join('\n')
}

/** Messages that end with a name. */
const named = ['Service registered:', 'Service removed:', 'Tool called:']

/** Time, level and message only; the details of a log line may name players, servers and addresses. */
function lineOf(line: string): string[] {
  const { timestamp, level, message } = line.startsWith('{') ? membersOf(line) : wordsOf(line)
  if (message === undefined) return []
  const text = named.find((begin) => `${message}`.startsWith(begin)) ?? reportText(`${message}`, 200)
  return [`${String(timestamp).slice(0, 30)} ${String(level).slice(0, 8)} ${text}`]
}

function membersOf(json: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(json) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

/** Of a line as text: `TIMESTAMP [level] [component] message {details}`. */
function wordsOf(line: string): Readonly<Record<string, unknown>> {
  const [timestamp = '', level = '', , ...rest] = line.split(' ')
  const text = rest.join(' ')
  const details = text.indexOf(' {')
  const message = details === -1 ? text : text.slice(0, details)
  return level.startsWith('[') ? { timestamp, level: level.slice(1, -1), message } : {}
}
