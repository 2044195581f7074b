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
  const sources = programEvents(composed, { chatView, serviceRepository: services.repository })
  return {
    ...sources,
    changing: {
      ...sources.changing,
      'crash:changed': { from: { onDidChange: crash.onDidConnect }, now: () => crash.state() },
      'java:setups-changed': { from: javaSetUps, now: () => javaSetUps.list() },
      'updates:changed': { from: updates, now: () => updates.state },
    },
  }
}
