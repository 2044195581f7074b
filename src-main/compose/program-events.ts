/** Program events: what changes in every program, for the events of the owner. */
import type { ChatView } from '../owner/chat-view.js'
import type { EventSources } from '../owner/events.js'
import type { ServiceRepository } from '../owner/servers/service-repository.js'
import type { Composed } from './composed.js'

export interface ShownParts {
  readonly chatView: ChatView
  readonly serviceRepository: Pick<ServiceRepository, 'view'>
}

export const programEvents = (composed: Composed, { chatView, serviceRepository }: ShownParts): EventSources => {
  const { bedrock, chat, clients, connectedClients, gameApprovals, keyless, neuro, overlay, people } = composed
  const { discord, remote, services, streaming, telemetry, xiaozhi } = composed
  const { deck, sources } = streaming
  const { obs } = streaming.obs
  return {
    ...composed,
    servicesFile: services.store,
    changing: {
      'audience:changed': { from: sources, busy: sources.suggestions, now: () => sources.state() },
      'bedrock:changed': { from: bedrock.provider, now: () => bedrock.setup() },
      'chat:changed': { from: chatView, busy: chat, now: () => chatView.page },
      'clients:changed': { from: clients, now: () => clients.known() },
      'connect:clients-changed': { from: connectedClients, now: () => connectedClients.all() },
      'deck:changed': { from: deck, now: () => deck.state },
      'discord:changed': { from: discord, now: () => discord.view },
      'game-approval:changed': { from: gameApprovals, now: () => gameApprovals.state },
      'keyless:changed': { from: keyless, now: () => keyless.view() },
      'neuro:changed': { from: neuro, now: () => neuro.state() },
      'obs:changed': { from: obs, now: () => obs.state },
      'overlay:changed': { from: overlay, now: () => overlay.state },
      'people:changed': { from: people.lan, now: () => people.lan.seen },
      'remote:changed': { from: remote, now: () => remote.view },
      'services:changed': {
        from: anyOf(services.services, services.store, {
          onDidChange: (listener) => services.store.onDidChangeProblems(listener),
        }),
        now: () => serviceRepository.view(),
      },
      'telemetry:changed': { from: telemetry, now: () => telemetry.state },
      'votes:changed': { from: sources.votes, now: () => sources.votes.state },
      'xiaozhi:changed': { from: xiaozhi, now: () => xiaozhi.state() },
    },
  }
}

interface Changing {
  onDidChange(listener: () => void): unknown
}

const anyOf = (...all: readonly Changing[]): Changing => ({
  onDidChange: (listener) => all.map((one) => one.onDidChange(listener)),
})
