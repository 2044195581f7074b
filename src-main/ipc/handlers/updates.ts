/** Updates, for the window. Guards that only the main window looks, restarts and opens the page of releases. */
import { GatewayError } from '../../contract/gateway-error.js'
import type { UpdateState } from '../../contract/update.js'
import { failed, ok } from '../result.js'
import type { Handlers } from '../typed-ipc.js'

export interface UpdateDesk {
  readonly state: UpdateState
  check(): Promise<void>
  restart(): void
}

type Topic = 'updates:state' | 'updates:check' | 'updates:restart' | 'updates:open-releases'

export const updateHandlers = (updates: UpdateDesk, openReleases: () => Promise<void>): Pick<Handlers, Topic> => {
  const denied = () => failed(new GatewayError('PERMISSION.DENIED'))
  return {
    'updates:state': () => updates.state,
    'updates:check': (_nothing, sender) => {
      if (sender !== 'window') return denied()
      void updates.check()
      return ok(null)
    },
    'updates:restart': (_nothing, sender) => {
      if (sender !== 'window') return denied()
      updates.restart()
      return ok(null)
    },
    'updates:open-releases': async (_nothing, sender) => {
      if (sender !== 'window') return denied()
      await openReleases()
      return ok(null)
    },
  }
}
