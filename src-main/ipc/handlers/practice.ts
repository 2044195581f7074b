/** Practice, for the main window: Gatehouse plays an AI client in the demo world. */
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { Practice } from '../../gateway/practice.js'
import { failed, ok } from '../result.js'
import type { Handlers } from '../typed-ipc.js'

export const practiceHandlers = (practice: Pick<Practice, 'play'>): Pick<Handlers, 'practice:play'> => ({
  'practice:play': async (_nothing, sender) => {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
    try {
      return ok(await practice.play())
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  },
})
