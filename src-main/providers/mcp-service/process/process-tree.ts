/**
 * Process tree: finds the processes that a service has started. Must run before it ends: later their parent is unknown.
 *
 * A process is identified by its id and start time, so that a reused id is not affected. On Linux the mark in the
 * environment also finds processes that left the tree.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export interface FoundProcess {
  readonly pid: number
  readonly parent: number
  /** In the system's format; only compared, never parsed. */
  readonly started: string
}

/** All visible processes. Never rejects. */
export async function processes(): Promise<readonly FoundProcess[]> {
  try {
    return process.platform === 'linux' ? await ofLinux() : await ofPs()
  } catch {
    return []
  }
}

/** The descendants of `pid` in a list. */
export function descendantsOf(pid: number, all: readonly FoundProcess[]): readonly FoundProcess[] {
  const children = new Map<number, FoundProcess[]>()
  for (const one of all) children.set(one.parent, [...(children.get(one.parent) ?? []), one])
  const found: FoundProcess[] = []
  const seen = new Set([pid])
  for (const queue = [pid]; queue.length > 0; ) {
    for (const child of children.get(queue.pop() as number) ?? []) {
      if (seen.has(child.pid)) continue
      seen.add(child.pid)
      found.push(child)
      queue.push(child.pid)
    }
  }
  return found
}

/** Processes with this mark as `name=value` in their environment; Linux only. Never rejects. */
export async function markedWith(mark: string, all: readonly FoundProcess[]): Promise<readonly FoundProcess[]> {
  if (process.platform !== 'linux') return []
  const found = await Promise.all(
    all.map(async (one) => {
      try {
        const environment = await readFile(`/proc/${one.pid}/environ`, 'latin1')
        return `\0${environment}`.includes(`\0${mark}`) ? [one] : []
      } catch {
        return []
      }
    }),
  )
  return found.flat()
}

async function ofLinux(): Promise<readonly FoundProcess[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d{1,10}$/u.test(name))
  const read = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'latin1').catch(() => '')))
  return read.flatMap((text, at) => {
    // The program name is in brackets and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state, parent] = fields
    const started = fields[19]
    if (parent === undefined || started === undefined || state === 'Z') return []
    return [{ pid: Number(ids[at]), parent: Number(parent), started }]
  })
}

async function ofPs(): Promise<readonly FoundProcess[]> {
  if (process.platform === 'win32') return []
  const { stdout } = await promisify(execFile)('/bin/ps', ['-Ao', 'pid=,ppid=,lstart='], { timeout: 2_000 })
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, ...started] = line.trim().split(/\s+/u)
    return pid && parent ? [{ pid: Number(pid), parent: Number(parent), started: started.join(' ') }] : []
  })
}
