/** Process control: signals, and JSON lines of the parent process on stdin, act on the composed program. */
import type { Composed } from '../compose/composed.js'
import { controlBy } from './control.js'
import { failureLine, type ReportLine, undoLine } from './report.js'

export function endOnSignals({ gateway }: Pick<Composed, 'gateway'>, end: () => Promise<void>): void {
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
  // There is no such signal on Windows. It turns it on, never off.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => gateway.panic.turnOn('signal:SIGUSR1'))
  process.stdout.on('error', () => void end())
}

export function controlByStdin(
  { gateway, consents, agents, bedrock }: Pick<Composed, 'gateway' | 'consents' | 'agents' | 'bedrock'>,
  { write, end }: { readonly write: (line: ReportLine) => void; readonly end: () => Promise<void> },
): void {
  const { approvals, trust, panic, askingPauses, undo } = gateway
  controlBy({
    ...{ input: process.stdin, approvals, consents, trust, panic, askingPauses, undo },
    onUndo: (result) => write(undoLine(result)),
    trustCertificate: (id, fingerprint) => agents.trust(id, fingerprint),
    acceptGame: (id) => bedrock.provider.acceptIfWaiting(id),
    onFailure: (error) => write(failureLine(error)),
    onEnd: () => void end(),
  })
}
