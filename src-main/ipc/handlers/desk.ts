import type { Handlers } from '../answer.js'
import type { DeskState } from '../shapes.js'

export interface DeskAccess {
  state(): DeskState
  /** @throws GatewayError when the system does not let us */
  startAtLogin(on: boolean): void
}

type Topic = 'desk:state' | 'desk:start-at-login'

export const deskHandlers = (desk: DeskAccess): Pick<Handlers, Topic> => ({
  'desk:state': () => desk.state(),
  'desk:start-at-login': ({ on }) => {
    desk.startAtLogin(on)
    return desk.state()
  },
})
