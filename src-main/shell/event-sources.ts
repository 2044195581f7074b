/** Event sources: what changes in a desktop program, for the events of its pages. */

import type { Composed } from '../compose/composed.js'
import { programEvents } from '../compose/program-events.js'
import type { ChatView } from '../owner/chat-view.js'
import type { EventSources } from '../owner/events.js'
import type { CrashAccess } from '../owner/orders/program.js'
import type { JavaSetUps } from '../owner/servers/java-set-ups.js'
import type { OpenedServices } from '../owner/servers/open-services.js'
import type { Updates } from './updates/updates.js'

export interface DesktopEventSources {
  readonly composed: Composed
  readonly crash: Pick<CrashAccess, 'state'> & { onDidConnect(listener: () => void): unknown }
  readonly javaSetUps: JavaSetUps
  readonly services: OpenedServices
  readonly updates: Updates
}

export function eventSources(
  { composed, crash, javaSetUps, services, updates }: DesktopEventSources,
  chatView: ChatView,
): EventSources {
  const { chat, clients, connectedClients, gameApprovals, overlay, services: running, streaming, telemetry } = composed
  const { obs } = streaming.obs
  const { votes } = streaming.sources
  const { deck } = streaming
  const sources = programEvents(composed)
  return {
    ...sources,
    changing: {
      ...sources.changing,
      'chat:changed': { from: chatView, busy: chat, now: () => chatView.page },
      'clients:changed': { from: clients, now: () => clients.known() },
      'connect:clients-changed': { from: connectedClients, now: () => connectedClients.all() },
      'crash:changed': { from: { onDidChange: crash.onDidConnect }, now: () => crash.state() },
      'game-approval:changed': { from: gameApprovals, now: () => gameApprovals.state },
      'java:setups-changed': { from: javaSetUps, now: () => javaSetUps.list() },
      'deck:changed': { from: deck, now: () => deck.state },
      'obs:changed': { from: obs, now: () => obs.state },
      'overlay:changed': { from: overlay, now: () => overlay.state },
      'services:changed': {
        from: anyOf(running.services, running.store, {
          onDidChange: (listener) => running.store.onDidChangeProblems(listener),
        }),
        now: () => services.repository.view(),
      },
      'telemetry:changed': { from: telemetry, now: () => telemetry.state },
      'votes:changed': { from: votes, now: () => votes.state },
      'updates:changed': { from: updates, now: () => updates.state },
    },
  }
}

interface Changing {
  onDidChange(listener: () => void): unknown
}

const anyOf = (...all: readonly Changing[]): Changing => ({
  onDidChange: (listener) => all.map((one) => one.onDidChange(listener)),
})
