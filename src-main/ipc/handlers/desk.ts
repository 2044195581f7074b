import type { DeskState } from '../shapes.js'
import type { Handlers } from '../typed-ipc.js'
import { forWindow } from '../window-only.js'

export interface DeskAccess {
  state(): DeskState
  /** @throws GatewayError when the system does not let us */
  startAtLogin(on: boolean): void
}

type Topic = 'desk:state' | 'desk:start-at-login'

export const deskHandlers = (desk: DeskAccess): Pick<Handlers, Topic> => ({
  'desk:state': (_nothing, sender) => forWindow(sender, () => desk.state()),
  'desk:start-at-login': ({ on }, sender) =>
    forWindow(sender, () => {
      desk.startAtLogin(on)
      return desk.state()
    }),
})
