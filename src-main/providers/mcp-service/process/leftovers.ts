/**
 * Leftovers: stops processes of services that outlived the program that started them, before new ones start.
 *
 * Guards that no other process is stopped: a process counts as ours by the profile's mark in its environment, and only
 * one program uses a profile at a time. Linux only, because elsewhere the environment of a process is not visible.
 */
import type { Log } from '../../../gateway/ports/runtime.js'
import { markedWith, processes } from './process-tree.js'
import { markName } from './service-process.js'

/** The mark of a profile in an environment, whichever run set it. */
export const markFor = (mark: string): string => `${markName}=${mark}:`

/** Never rejects. */
export async function killLeftoverProcesses(mark: string, log: Log): Promise<void> {
  const left = await markedWith(markFor(mark), await processes())
  const others = left.filter(({ pid }) => pid !== process.pid)
  for (const { pid } of others) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  if (others.length > 0) log.warn('services of an earlier run were ended', { processes: others.map(({ pid }) => pid) })
}
