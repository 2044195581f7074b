/**
 * Java processes: the Java programs running on this computer, with their folders.
 *
 * Linux lists them in `/proc`; Windows and macOS need system commands. The Windows and macOS code follows their
 * documentation and has not been run. All output is bounded, because command lines are text of other programs.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

export interface JavaProcess {
  readonly pid: number
  /** Absolute; absent when it cannot be determined, as in a container. */
  readonly folder?: string
}

const run = promisify(execFile)

/** Timeout in milliseconds for a system command. */
const maxCommandLength = 10_000
const maxProcesses = 256
const commandOptions = { timeout: maxCommandLength, maxBuffer: 4 * 1024 * 1024, windowsHide: true }

/** Never rejects: what cannot be determined is left out. */
export async function javaProcesses(platform: NodeJS.Platform = process.platform): Promise<readonly JavaProcess[]> {
  const found = platform === 'linux' ? onLinux() : platform === 'win32' ? onWindows() : onMacOs()
  return (await found.catch(() => [])).slice(0, maxProcesses)
}

async function onLinux(): Promise<JavaProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d{1,10}$/u.test(name))
  const found = await Promise.all(pids.map(async (pid) => ((await isJava(pid)) ? Number(pid) : undefined)))
  const javas = found.filter((pid) => pid !== undefined)
  return Promise.all(javas.map(async (pid) => ({ pid, ...(await folderOnLinux(pid)) })))
}

async function isJava(pid: string): Promise<boolean> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
  return isJavaProgram(line.slice(0, 4_096).split('\0', 1)[0] ?? '')
}

/** The name of the program without its folder. */
export const isJavaProgram = (program: string): boolean =>
  /^javaw?(?:\.exe)?$/iu.test(program.split(/[\\/]/u).at(-1) ?? '')

async function folderOnLinux(pid: number): Promise<{ readonly folder?: string }> {
  try {
    const link = `/proc/${pid}/cwd`
    const folder = await readlink(link)
    // In a container the same path means another folder.
    const [theirs, ours] = await Promise.all([stat(link), stat(folder)])
    return theirs.ino === ours.ino && theirs.dev === ours.dev ? { folder } : {}
  } catch {
    return {}
  }
}

async function onMacOs(): Promise<JavaProcess[]> {
  const { stdout } = await run('/bin/ps', ['-axo', 'pid=,comm='], commandOptions)
  const pids = pidsInPs(stdout)
  if (pids.length === 0) return []
  const listed = await run('/usr/sbin/lsof', ['-a', '-p', pids.join(','), '-d', 'cwd', '-Fpn'], commandOptions)
  const folders = foldersInLsof(listed.stdout)
  return pids.map((pid) => {
    const folder = folders.get(pid)
    return { pid, ...(folder !== undefined && { folder }) }
  })
}

/** Lines such as `  812 /usr/bin/java`. */
export function pidsInPs(text: string): readonly number[] {
  const lines = text.split('\n').map((line) => /^ *(\d{1,10}) (.{1,1000})$/u.exec(line))
  return lines.flatMap((match) => (match?.[1] && isJavaProgram(match[2] ?? '') ? Number(match[1]) : []))
}

/** Lines such as `p812`, `fcwd`, `n/Users/me/server`. */
export function foldersInLsof(text: string): ReadonlyMap<number, string> {
  const folders = new Map<number, string>()
  let pid = 0
  for (const line of text.split('\n')) {
    if (/^p\d{1,10}$/u.test(line)) pid = Number(line.slice(1))
    else if (line.startsWith('n/')) folders.set(pid, line.slice(1))
  }
  return folders
}

const windowsScript =
  "Get-CimInstance Win32_Process -Filter \"Name='java.exe' OR Name='javaw.exe'\" | " +
  'Select-Object ProcessId,CommandLine | ConvertTo-Json -Compress'

async function onWindows(): Promise<JavaProcess[]> {
  const args = ['-NoProfile', '-NonInteractive', '-Command', windowsScript]
  const { stdout } = await run('powershell.exe', args, commandOptions)
  return processesInJson(stdout)
}

/** Windows does not report the folder of a process: only a server started by the full path of its file is found. */
export function processesInJson(text: string): JavaProcess[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return []
  }
  return (Array.isArray(read) ? read : [read]).flatMap((one: { ProcessId?: unknown; CommandLine?: unknown } | null) => {
    if (typeof one?.ProcessId !== 'number') return []
    const line = typeof one.CommandLine === 'string' ? one.CommandLine.slice(0, 8_192) : ''
    const jar = /(?:^|\s)-jar (?:"([^"]{1,500})"|(\S{1,500}))/u.exec(line)
    const file = jar?.[1] ?? jar?.[2]
    const folder = file !== undefined && path.win32.isAbsolute(file) ? path.win32.dirname(file) : undefined
    return [{ pid: one.ProcessId, ...(folder !== undefined && { folder }) }]
  })
}
