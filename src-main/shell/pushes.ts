/** Pushes: what the gateway knows, on its way to our pages; live entries in batches, so that a flood stays smooth. */
import type { Composed } from '../compose.js'
import type { LiveEntry } from '../contract/live.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock } from '../gateway/ports.js'
import type { ChatView } from '../ipc/chat-view.js'
import { push } from '../ipc/typed-ipc.js'

/** Milliseconds between two batches. */
const batchMs = 60
/** An answer changes with every word. */
const chatBatchMs = 250

/** Everything that is pushed to the pages. What only the desktop knows is pushed there. */
export function pushToPages(composed: Composed, chatView: ChatView, clock: Clock): void {
  const { audit, clients, consents, gateway, guests, overlay, people, settings } = composed
  pushOfGateway(gateway, clock)
  gateway.undo.onDidChange((requestId) => push('undo:changed', { requestId }))
  clients.onDidChange((known) => push('clients:changed', known))
  guests.onDidChange((all) => push('connect:guests-changed', all))
  people.lan.onDidChange(() => push('people:changed', people.lan.seen))
  audit.onDidChangeState((state) => push('audit:changed', state))
  composed.xiaozhi.onDidChange(() => push('xiaozhi:changed', composed.xiaozhi.state()))
  let chatIsTold = true
  composed.chat.onDidChange(() => {
    if (!chatIsTold) return
    chatIsTold = false
    clock.after(chatBatchMs, () => {
      chatIsTold = true
      push('chat:changed', chatView.page)
    })
  })
  chatView.onDidChange(() => push('chat:changed', chatView.page))
  const { gameApprovals } = composed
  gameApprovals.onDidChange(() => push('game-approval:changed', gameApprovals.state))
  overlay.onDidChange((state) => push('overlay:changed', state))
  settings.onDidMeetProblem((problem) => push('settings:problem-changed', problem ?? null))
  const consentsChanged = () => push('consents:changed', consents.open())
  consents.onDidOpen(consentsChanged)
  consents.onDidClose(consentsChanged)
}

function pushOfGateway(gateway: Gateway, clock: Clock): void {
  const { feed } = gateway
  let batch: LiveEntry[] = []
  feed.onDidArrive((entry) => {
    batch.push(entry)
    if (batch.length > 1) return
    clock.after(batchMs, () => {
      push('live:arrived', {
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
      push('calls:changed', gateway.calls.list())
    })
  })
  const approvalsChanged = () => push('approvals:changed', gateway.approvals.open())
  gateway.approvals.onDidOpen(approvalsChanged)
  gateway.approvals.onDidChange(approvalsChanged)
  gateway.approvals.onDidClose(approvalsChanged)
  const inputsChanged = () => push('inputs:changed', gateway.inputs.open())
  gateway.inputs.onDidOpen(inputsChanged)
  gateway.inputs.onDidClose(inputsChanged)
  let rulesAreTold = true
  gateway.rules.onDidChange(() => {
    if (!rulesAreTold) return
    rulesAreTold = false
    clock.after(batchMs, () => {
      rulesAreTold = true
      const { rules, damaged } = gateway.rules.list()
      push('rules:changed', { count: rules.length, damaged })
    })
  })
}
