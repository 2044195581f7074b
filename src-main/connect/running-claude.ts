/**
 * Running Claude: whether Claude Desktop is running; it overwrites its configuration while it runs.
 *
 * Nothing is written on a guess: an undetectable state is `unknown` and counts as running. Claude Code is another
 * program with nearly the same name on Windows and Linux, so paths decide.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import type { ProgramRunning } from '@shared/clients/connection.js'

export interface ProcessInfo {
  /** As the system reports it: a path where available, empty where hidden. */
  readonly program: string
  /** The first arguments, for programs run by an interpreter. */
  readonly args?: readonly string[]
  /** Milliseconds since the epoch. */
  readonly startedAt?: number
}

/** Running processes; undefined when the system does not report them. */
export type ListProcesses = () => Promise<readonly ProcessInfo[] | undefined>

export function isClaude(platform: NodeJS.Platform, { program, args = [] }: ProcessInfo): boolean | undefined {
  if (platform === 'darwin') return /\/Claude\.app\/Contents\/MacOS\/Claude$/u.test(program)
  if (platform === 'win32') {
    if (program === '') return undefined
    return /\\(?:AnthropicClaude|WindowsApps\\Claude_[^\\]*)\\/iu.test(program) && /\\claude\.exe$/iu.test(program)
  }
  const isIt = (file: string) => /(?:^|\/)(?:claude-desktop|Claude)$/u.test(file) || /\/claude-desktop\//u.test(file)
  return isIt(program) || (/electron/iu.test(program) && args.slice(0, 3).some(isIt))
}

export async function runningClaude(platform: NodeJS.Platform, see: ListProcesses): Promise<ProgramRunning> {
  const processes = await see().catch(() => undefined)
  if (!processes) return { kind: 'unknown' }
  const found = processes.filter((seen) => isClaude(platform, seen) === true)
  if (found.length === 0) {
    return { kind: processes.some((seen) => isClaude(platform, seen) === undefined) ? 'unknown' : 'no' }
  }
  const starts = found.flatMap(({ startedAt }) => (startedAt === undefined ? [] : [startedAt]))
  // Helper processes are restarted; the oldest process is the program.
  return starts.length === 0 ? { kind: 'yes' } : { kind: 'yes', since: new Date(Math.min(...starts)).toISOString() }
}

export function listProcesses(platform: NodeJS.Platform): ListProcesses {
  if (platform === 'win32') return onWindows
  return platform === 'darwin' ? onMac : onLinux
}

const maxOutputLength = 8 * 1024 * 1024
const waitTimeoutMs = 8_000

const outputOf = (file: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { timeout: waitTimeoutMs, maxBuffer: maxOutputLength, windowsHide: true }
    execFile(file, [...args], options, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })

async function onMac(): Promise<readonly ProcessInfo[]> {
  const text = await outputOf('/bin/ps', ['-axo', 'etime=,comm='])
  return macProcesses(text, Date.now())
}

/** @param text lines of `[[days-]hours:]minutes:seconds path` */
export const macProcesses = (text: string, now: number): ProcessInfo[] =>
  text.split('\n').flatMap((line) => {
    const [, days = '0', hours = '0', minutes = '0', seconds = '0', program] =
      /^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)\s+(\S.*)$/u.exec(line.trim()) ?? []
    if (!program) return []
    const age = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
    return [{ program, startedAt: now - age * 1_000 }]
  })

const query =
  'Get-CimInstance Win32_Process -Filter "Name=\'claude.exe\'" | ForEach-Object { "$([DateTimeOffset]::new($_.CreationDate).ToUnixTimeMilliseconds())|$($_.ExecutablePath)" }'

async function onWindows(): Promise<readonly ProcessInfo[]> {
  return windowsProcesses(await outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', query]))
}

/** @param text lines of `milliseconds|path`; the path is empty where the system hides it */
export const windowsProcesses = (text: string): ProcessInfo[] =>
  text.split(/\r?\n/u).flatMap((line) => {
    const [, at, program = ''] = /^(\d+)\|(.*)$/u.exec(line.trimEnd()) ?? []
    return at === undefined ? [] : [{ program, startedAt: Number(at) }]
  })

/** Clock ticks per second of the kernel; the same on all current Linux systems. */
const ticksASecond = 100

async function onLinux(): Promise<readonly ProcessInfo[]> {
  const bootedAt = Number(/^btime (\d+)$/mu.exec(await readFile('/proc/stat', 'utf8'))?.[1]) * 1_000
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name))
  const seen = await Promise.all(ids.map((id) => linuxProcess(id, bootedAt)))
  return seen.filter((one) => one !== undefined)
}

/** Undefined when it has ended meanwhile, or is a kernel process. */
async function linuxProcess(id: string, bootedAt: number): Promise<ProcessInfo | undefined> {
  try {
    const [commandLine, state] = await Promise.all([
      readFile(`/proc/${id}/cmdline`, 'utf8'),
      readFile(`/proc/${id}/stat`, 'utf8'),
    ])
    const [program = '', ...args] = commandLine.split('\0')
    if (program === '') return undefined
    // The name in brackets may contain any character, so the fields are counted from its end.
    const ticks = Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[19])
    const startedAt = bootedAt + (ticks * 1_000) / ticksASecond
    return { program, args, ...(Number.isFinite(startedAt) && { startedAt }) }
  } catch {
    return undefined
  }
}
