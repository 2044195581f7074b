/** MCSManager stream: the input and output of an instance, by the console of its panel. */

import { oneLine } from '../../../../policy/console-command/one-line.js'
import { unsendable } from '../../rcon/rcon-failure.js'
import type { LinkState } from '../../reconnecting-connection.js'
import { type Obstacle, SessionStream, type SessionStreamOptions } from '../panel/session-stream.js'
import { McsManagerUnavailable } from './mcsmanager-failure.js'
import { McsManagerSession, type McsManagerSessionTerms } from './mcsmanager-session.js'

export interface McsManagerStreamOptions extends McsManagerSessionTerms, SessionStreamOptions {}

export class McsManagerStream extends SessionStream<McsManagerSession> {
  /** The daemon writes each message at once, in the order in which it comes. */
  readonly keepsOrder = true
  readonly #options: McsManagerStreamOptions

  constructor(options: McsManagerStreamOptions) {
    super(options, (signal) => McsManagerSession.open(options, signal))
    this.#options = options
  }

  /** The daemon takes `^c` for an order to interrupt the process. */
  send(line: string): void {
    oneLine(line)
    if (line.trim().toLowerCase() === '^c') {
      throw unsendable('The daemon would interrupt the server instead of sending this.', { reason: 'interrupt' })
    }
    this.onlineSession().send(line)
  }

  protected override opened(session: McsManagerSession): void {
    session.onOutput((text) => this.output.emit(text))
    session.onDidChangePower(() => this.show())
  }

  protected override obstacleOf({ power }: McsManagerSession): Obstacle | undefined {
    if (power === 'running' || power === 'stopping') return undefined
    return { problem: new McsManagerUnavailable('stopped', { details: { state: power } }) }
  }

  protected override lost(state: LinkState['kind']): McsManagerUnavailable {
    return new McsManagerUnavailable('lost', { details: { state } })
  }

  protected override logState(state: LinkState): void {
    const { log } = this.#options
    if (state.kind === 'online') log.info('MCSManager console connected')
    if (state.kind === 'offline') log.warn('MCSManager console is not connected', { code: state.problem.code })
  }
}
