/** Program events: what changes in every program, for the events of the owner. */
import type { EventSources } from '../owner/events.js'
import type { Composed } from './composed.js'

export const programEvents = (composed: Composed): EventSources => {
  const { bedrock, keyless, neuro, people, services, xiaozhi } = composed
  return {
    ...composed,
    servicesFile: services.store,
    changing: {
      'bedrock:changed': { from: bedrock.provider, now: () => bedrock.setup() },
      'keyless:changed': { from: keyless, now: () => keyless.view() },
      'neuro:changed': { from: neuro, now: () => neuro.state() },
      'people:changed': { from: people.lan, now: () => people.lan.seen },
      'xiaozhi:changed': { from: xiaozhi, now: () => xiaozhi.state() },
    },
  }
}
