/** Pushes: what the gateway knows, on its way to the windows; live entries in batches, so that a flood stays smooth. */
import type { WebContents } from 'electron'
import type { LiveEntry } from '../contract/live.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock } from '../gateway/ports.js'
import type { PushChannel, Pushes } from '../ipc/channels.js'
import { push } from '../ipc/typed-ipc.js'

/** Milliseconds between two batches. */
const batchMs = 60

export function pushToWindows(
  gateway: Gateway,
  windows: readonly { readonly contents: WebContents | undefined }[],
  clock: Clock,
): void {
  const [main] = windows
  function tellAll<C extends PushChannel>(channel: C, message: Pushes[C]): void {
    for (const { contents } of windows) push(contents, channel, message)
  }
  const { feed } = gateway
  let batch: LiveEntry[] = []
  feed.onDidArrive((entry) => {
    batch.push(entry)
    if (batch.length > 1) return
    clock.after(batchMs, () => {
      push(main?.contents, 'live:arrived', {
        from: feed.next - batch.length,
        entries: JSON.stringify(batch),
        oldest: feed.oldest,
      })
      batch = []
    })
  })
  // Most calls are over before a person could see them: a busy client would send the window thousands of lists.
  let callsAreTold = true
  gateway.calls.onDidChange(() => {
    if (!callsAreTold) return
    callsAreTold = false
    clock.after(batchMs, () => {
      callsAreTold = true
      push(main?.contents, 'calls:changed', gateway.calls.list())
    })
  })
  const approvalsChanged = () => tellAll('approvals:changed', gateway.approvals.open())
  gateway.approvals.onDidOpen(approvalsChanged)
  gateway.approvals.onDidChange(approvalsChanged)
  gateway.approvals.onDidClose(approvalsChanged)
  let rulesAreTold = true
  gateway.rules.onDidChange(() => {
    if (!rulesAreTold) return
    rulesAreTold = false
    clock.after(batchMs, () => {
      rulesAreTold = true
      const { rules, damaged } = gateway.rules.list()
      push(main?.contents, 'rules:changed', { count: rules.length, damaged })
    })
  })
  let serversAreTold = true
  gateway.registry.onDidChangeServer(() => {
    if (!serversAreTold) return
    serversAreTold = false
    clock.after(batchMs, () => {
      serversAreTold = true
      tellAll('servers:changed', gateway.registry.servers())
    })
  })
}
