/** Program events: what changes in every program, for the events of the owner. */
import type { EventSources } from '../owner/events.js'
import type { Composed } from './composed.js'

export const programEvents = (composed: Composed): EventSources => {
  const { bedrock, discord, keyless, neuro, people, services, streaming, xiaozhi } = composed
  return {
    ...composed,
    servicesFile: services.store,
    changing: {
      'bedrock:changed': { from: bedrock.provider, now: () => bedrock.setup() },
      'discord:changed': { from: discord, now: () => discord.view },
      'keyless:changed': { from: keyless, now: () => keyless.view() },
      'neuro:changed': { from: neuro, now: () => neuro.state() },
      'people:changed': { from: people.lan, now: () => people.lan.seen },
      'audience:changed': {
        from: streaming.sources,
        busy: streaming.sources.suggestions,
        now: () => streaming.sources.state(),
      },
      'xiaozhi:changed': { from: xiaozhi, now: () => xiaozhi.state() },
    },
  }
}
