/** Updates, for the window. Guards that only the main window looks, restarts and opens the page of releases. */
import type { UpdateState } from '../../contract/update.js'
import type { Handlers } from '../typed-ipc.js'
import { forWindow, forWindowLater } from '../window-only.js'

export interface UpdateDesk {
  readonly state: UpdateState
  check(): Promise<void>
  restart(): void
}

type Topic = 'updates:state' | 'updates:check' | 'updates:restart' | 'updates:open-releases'

export const updateHandlers = (updates: UpdateDesk, openReleases: () => Promise<void>): Pick<Handlers, Topic> => ({
  'updates:state': () => updates.state,
  'updates:check': (_nothing, sender) =>
    forWindow(sender, () => {
      void updates.check()
      return null
    }),
  'updates:restart': (_nothing, sender) =>
    forWindow(sender, () => {
      updates.restart()
      return null
    }),
  'updates:open-releases': (_nothing, sender) =>
    forWindowLater(sender, async () => {
      await openReleases()
      return null
    }),
})
