/** Updates, for the window. Guards that only the main window checks, restarts and opens the release page. */
import type { UpdateState } from '@shared/program/update.js'
import type { Handlers } from '../request-handling.js'

export interface UpdateAccess {
  readonly state: UpdateState
  check(): Promise<void>
  restart(): void
}

type Topic = 'updates:state' | 'updates:check' | 'updates:restart' | 'updates:open-releases'

export const updateHandlers = (updates: UpdateAccess, openReleases: () => Promise<void>): Pick<Handlers, Topic> => ({
  'updates:state': () => updates.state,
  'updates:check': () => void updates.check(),
  'updates:restart': () => updates.restart(),
  'updates:open-releases': () => openReleases(),
})
