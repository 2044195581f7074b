/**
 * MCSManager failure: why the panel or its daemon does not do what Gatehouse asks, as errors that say what to do.
 *
 * `details.why` selects the localized text. The panel answers in its own language, and 403 for several reasons; only its sentence about keys is compared.
 */
import {
  type NetworkProblem,
  needsPerson,
  networkProblems,
  type ProblemTable,
  Unavailable,
  wrongPeer,
} from '../../connection-failure.js'

export type McsManagerProblem =
  | NetworkProblem
  | 'daemon-refused'
  | 'key-missing'
  | 'keys-off'
  | 'no-access'
  | 'node-not-accepted'
  | 'not-mcsmanager'
  | 'rcon-mode'
  | 'refused'
  | 'stopped'

export const mcsManagerProblems: ProblemTable<McsManagerProblem> = {
  ...networkProblems({
    address: "the panel's address",
    server: 'the daemon',
    port: 'the ports of the panel and of its daemon',
    check: 'Check the address of the panel in a browser.',
  }),
  'key-missing': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The key of the panel is not known.',
    'Enter the API key of your account in the panel.',
  ),
  'keys-off': needsPerson(
    'AUTH.TOKEN_INVALID',
    'This panel does not accept API keys.',
    'Ask the administrator of the panel to switch API keys on: Settings, then the option about API keys.',
  ),
  'no-access': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The panel does not accept this key for this instance.',
    'Copy the key again from your account in the panel. Check that the instance is in your list there. If the panel shows no keys, ask its administrator to switch them on.',
  ),
  'node-not-accepted': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'The panel names a daemon that the owner has not accepted.',
    'Compare it with the address of the node in the panel. Accept it if it is the same.',
  ),
  'not-mcsmanager': wrongPeer(
    'This address is not that of an MCSManager panel.',
    'Enter the address of the panel alone, without a path. It usually has port 23333.',
  ),
  'daemon-refused': wrongPeer(
    'The daemon refuses the console of this instance.',
    'Check in the panel that the instance still exists, then connect again.',
  ),
  'rcon-mode': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'The panel sends the commands of this instance by RCON, so its console shows no replies.',
    'Switch RCON off in the settings of the instance, or add the server by its RCON address.',
  ),
  refused: {
    code: 'BUSINESS.OPERATION_FAILED',
    message: 'The panel did not do it.',
    suggestion: 'Read details.answer, what the panel says.',
    retry: 'slow',
  },
  stopped: {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The server is stopped. Nothing was sent.',
    suggestion: 'Start the server.',
    retry: 'growing',
  },
}

export class McsManagerUnavailable extends Unavailable<McsManagerProblem> {
  constructor(problem: McsManagerProblem, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(mcsManagerProblems, problem, {
      ...options,
      details: { why: `mcsmanager-${problem}`, ...options.details },
      hasProviderText: options.details?.answer !== undefined,
    })
  }
}

/** In the two languages that the panel has it. */
const keysOff: ReadonlySet<string> = new Set(['API key creation feature is not enabled', '未开启API密钥创建功能'])

/** @param answer the panel's sentence: untrusted */
export function refusalOf(status: number, answer: string): McsManagerUnavailable {
  if (status === 403) return new McsManagerUnavailable(keysOff.has(answer) ? 'keys-off' : 'no-access')
  return new McsManagerUnavailable('refused', { details: { status, answer } })
}
