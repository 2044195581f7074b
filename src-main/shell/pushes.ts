/** Pushes: sends the state of the gateway to the pages; live entries in batches. */

import type { LiveEntry } from '@shared/trail/live.js'
import type { Composed } from '../compose/composed.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock } from '../gateway/ports/runtime.js'
import type { ChatView } from '../ipc/chat-view.js'
import { push } from '../ipc/typed-ipc.js'
import type { HandlerDependencies } from './handlers.js'
import type { PresenceOptions } from './presence/presence.js'

/** Milliseconds between two batches. */
const batchMs = 60
/** A chat answer changes with every word. */
const chatBatchMs = 250

/** Pushes the state of the gateway and of features that the headless program also has. */
export function pushToPages(composed: Composed, chatView: ChatView, clock: Clock): void {
  const { audit, clients, consents, gateway, connectedClients, overlay, people, settings } = composed
  pushOfGateway(gateway, clock)
  gateway.askingPauses.onDidChange((pauses) => push('asking:changed', pauses))
  gateway.undo.onDidChange((requestId) => push('undo:changed', { requestId }))
  clients.onDidChange((known) => push('clients:changed', known))
  connectedClients.onDidChange((all) => push('connect:clients-changed', all))
  people.lan.onDidChange(() => push('people:changed', people.lan.seen))
  audit.onDidChangeState((state) => push('audit:changed', state))
  composed.xiaozhi.onDidChange(() => push('xiaozhi:changed', composed.xiaozhi.state()))
  let isChatPushed = true
  composed.chat.onDidChange(() => {
    if (!isChatPushed) return
    isChatPushed = false
    clock.after(chatBatchMs, () => {
      isChatPushed = true
      push('chat:changed', chatView.page)
    })
  })
  chatView.onDidChange(() => push('chat:changed', chatView.page))
  const { gameApprovals } = composed
  gameApprovals.onDidChange(() => push('game-approval:changed', gameApprovals.state))
  overlay.onDidChange((state) => push('overlay:changed', state))
  settings.onDidChangeProblem((problem) => push('settings:problem-changed', problem ?? null))
  const consentsChanged = () => push('consents:changed', consents.open())
  consents.onDidOpen(consentsChanged)
  consents.onDidClose(consentsChanged)
}

export interface PushedPrograms extends Pick<HandlerDependencies, 'composed' | 'services' | 'javaSetUps' | 'updates'> {
  readonly crash: Pick<PresenceOptions['crash'], 'state' | 'onDidConnect'>
}

/** Pushes features of the desktop: services, backups, set-ups, the last crash, updates. */
export function pushOfPrograms({ composed, services, javaSetUps, crash, updates }: PushedPrograms): void {
  const { services: running, store } = composed.services
  const servicesChanged = () => push('services:changed', services.repository.view())
  running.onDidChange(servicesChanged)
  store.onDidChange(servicesChanged)
  store.onDidChangeProblems(servicesChanged)
  composed.javaServers.onDidChangeBackups((id) => push('backups:changed', { id }))
  composed.bedrock.provider.onDidChange(() => push('bedrock:changed', composed.bedrock.setup()))
  javaSetUps.onDidChange((setUps) => push('java:setups-changed', setUps))
  crash.onDidConnect(() => push('crash:changed', crash.state()))
  updates.onDidChange((state) => push('updates:changed', state))
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
  // Most calls are too short to see: a busy client would send the window thousands of lists.
  let areCallsPushed = true
  gateway.calls.onDidChange(() => {
    if (!areCallsPushed) return
    areCallsPushed = false
    clock.after(batchMs, () => {
      areCallsPushed = true
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
  let areRulesPushed = true
  gateway.rules.onDidChange(() => {
    if (!areRulesPushed) return
    areRulesPushed = false
    clock.after(batchMs, () => {
      areRulesPushed = true
      const { rules, damaged } = gateway.rules.list()
      push('rules:changed', { count: rules.length, damaged })
    })
  })
}
