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
  const { chat, clients, connectedClients, gameApprovals, overlay, services: running } = composed
  const sources = programEvents(composed)
  return {
    ...sources,
    changing: {
      ...sources.changing,
      'chat:changed': { onDidChange: both(chat.onDidChange, chatView.onDidChange), now: () => chatView.page },
      'clients:changed': { onDidChange: clients.onDidChange, now: () => clients.known() },
      'connect:clients-changed': { onDidChange: connectedClients.onDidChange, now: () => connectedClients.all() },
      'crash:changed': { onDidChange: crash.onDidConnect, now: () => crash.state() },
      'game-approval:changed': { onDidChange: gameApprovals.onDidChange, now: () => gameApprovals.state },
      'java:setups-changed': { onDidChange: javaSetUps.onDidChange, now: () => javaSetUps.list() },
      'overlay:changed': { onDidChange: overlay.onDidChange, now: () => overlay.state },
      'services:changed': {
        onDidChange: both(running.services.onDidChange, running.store.onDidChange, running.store.onDidChangeProblems),
        now: () => services.repository.view(),
      },
      'updates:changed': { onDidChange: updates.onDidChange, now: () => updates.state },
    },
  }
}

type Changes = (listener: () => void) => unknown

const both =
  (...all: readonly Changes[]): Changes =>
  (listener) =>
    all.map((onDidChange) => onDidChange(listener))
