/** Operation problems of Java servers: failures with one action to take. */
import { fromProviderError, GatewayError } from '@contract/gateway-error.js'
import type { Server } from '@shared/servers/server.js'
import type { PowerState } from '@shared/servers/server-way.js'
import { quoted } from '../../policy/text/model-text.js'
import { operationProblem } from '../minecraft/operation-problem.js'

export { operationProblem }

export const serverOffline = ({ name, problem }: Pick<Server, 'name' | 'problem'>): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: `The server ${quoted(name)} is offline.`,
    details: { server: name },
    ...(problem && { cause: fromProviderError(problem) }),
  })

/** Why a server is offline that its host does not run now; undefined when its process runs. */
export function powerProblem(state: PowerState): GatewayError | undefined {
  if (state === 'unknown' || state === 'running') return undefined
  const [message, suggestion] = powerTexts[state]
  return new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { message, suggestion, details: { reason: `server-${state}` } })
}

const powerTexts = {
  stopped: ['The server is stopped.', 'Start it.'],
  crashed: ['The server has crashed.', 'Read the end of its log, then start it.'],
  starting: ['The server is starting.', 'Gatehouse connects when it is ready.'],
  stopping: ['The server is stopping.', 'Gatehouse connects when it is back.'],
} as const

export const passwordMissing = new GatewayError('AUTH.UNAUTHORIZED', {
  message: 'The password of this server is no longer stored.',
  suggestion: 'Edit the server and enter the password again.',
  details: { reason: 'no-password' },
})
