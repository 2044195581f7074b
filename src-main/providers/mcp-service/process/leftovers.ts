/**
 * Leftovers: processes of services that outlived the program that started them. They are ended before any is started.
 *
 * Guards that nothing else is ended: a process counts as ours by the mark of this profile in its environment, and only one
 * program has the profile at a time. Linux only: elsewhere a process does not show its environment.
 */
import type { Log } from '../../../gateway/ports.js'
import { markedWith, processes } from './process-tree.js'
import { markName } from './service-process.js'

/** How the mark of a profile stands in an environment, whatever the start. */
export const markFor = (mark: string): string => `${markName}=${mark}:`

/** Never rejects. */
export async function endLeftovers(mark: string, log: Log): Promise<void> {
  const left = await markedWith(markFor(mark), await processes())
  const others = left.filter(({ pid }) => pid !== process.pid)
  for (const { pid } of others) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
  if (others.length > 0) log.warn('services of an earlier run were ended', { processes: others.map(({ pid }) => pid) })
}
