/** Program events: what changes in every program, for the events of the owner. */
import type { EventSources } from '../owner/events.js'
import type { Composed } from './composed.js'

export const programEvents = (composed: Composed): EventSources => {
  const { bedrock, people, services, xiaozhi } = composed
  return {
    ...composed,
    servicesFile: services.store,
    changing: {
      'bedrock:changed': { onDidChange: bedrock.provider.onDidChange, now: () => bedrock.setup() },
      'people:changed': { onDidChange: people.lan.onDidChange, now: () => people.lan.seen },
      'xiaozhi:changed': { onDidChange: xiaozhi.onDidChange, now: () => xiaozhi.state() },
    },
  }
}
