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

/** Time, level and message only; the details of a log line may name players, servers and addresses. */
function lineOf(json: string): string[] {
  try {
    const { at, level, message } = JSON.parse(json) as Record<string, unknown>
    return [`${String(at).slice(0, 30)} ${String(level).slice(0, 8)} ${reportText(String(message), 200)}`]
  } catch {
    return []
  }
}
