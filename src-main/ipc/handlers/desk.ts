/** Desk: what the system around the window is like, what starts at login, and leaving. Only the main window may ask. */
import type { LeavingAnswer } from '../../contract/leaving.js'
import type { Handlers } from '../answer.js'
import type { DeskState } from '../shapes.js'

export interface DeskAccess {
  state(): DeskState
  /** @throws GatewayError when the system does not let us */
  startAtLogin(on: boolean): void
  /** Quits, once the person has been asked where that matters. */
  quit(): Promise<void>
  leave(answer: LeavingAnswer): Promise<void>
  /** @throws GatewayError when the system cannot show them */
  showDocuments(): Promise<void>
}

type Topic = 'desk:state' | 'desk:start-at-login' | 'desk:quit' | 'desk:leave' | 'desk:show-documents'

export const deskHandlers = (desk: DeskAccess): Pick<Handlers, Topic> => ({
  'desk:state': () => desk.state(),
  'desk:start-at-login': ({ on }) => {
    desk.startAtLogin(on)
    return desk.state()
  },
  'desk:quit': () => desk.quit(),
  'desk:leave': ({ answer }) => desk.leave(answer),
  'desk:show-documents': () => desk.showDocuments(),
})
