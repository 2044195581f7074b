/** The desk around the window: its keys, and what starts at login. Guards invariant 7: the main window alone changes it. */
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { DeskState } from '../channels.js'
import { failed, ok } from '../result.js'
import type { Handlers } from '../typed-ipc.js'

export interface DeskAccess {
  state(): DeskState
  /** @throws GatewayError when the system does not let us */
  startAtLogin(on: boolean): void
}

type Topic = 'desk:state' | 'desk:start-at-login'

export const deskHandlers = (desk: DeskAccess): Pick<Handlers, Topic> => ({
  'desk:state': (_nothing, sender) =>
    sender === 'window' ? ok(desk.state()) : failed(new GatewayError('PERMISSION.DENIED')),
  'desk:start-at-login': ({ on }, sender) => {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
    try {
      desk.startAtLogin(on)
      return ok(desk.state())
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  },
})
