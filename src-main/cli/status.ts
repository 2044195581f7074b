/**
 * `gatehouse status`: whether Gatehouse runs with a profile, follows orders, and is connected to its servers. Read-only.
 *
 * Supervisors call it: it never starts the program.
 */

import { profileFolder } from '../storage/profile.js'
import { readOptions } from './arguments.js'
import { withProgram } from './program.js'
import { jsonLine, terminalText } from './text.js'
import { type CliCommand, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse status [--profile DIR] [--json]',
  '',
  'Says whether Gatehouse runs, and lists its servers with their state. A container or a supervisor can call it.',
  '',
  '  --profile DIR  the data folder (default: that of the desktop app)',
  '  --json         one line of JSON',
  '',
  'Exit codes: 0 it runs, 1 it does not run or does not respond, 2 invalid command line.',
].join('\n')

export const status: CliCommand = {
  name: 'status',
  summary: 'say whether Gatehouse runs, and which servers are connected',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    if (positionals.length > 0) throw new UsageError('Expected no names.')
    try {
      await withProgram(profileFolder(values.profile), { need: 'running', cli }, async ({ kind, give }) => {
        const servers = await give('servers:listed', undefined)
        if (values.json) {
          const states = servers.map(({ id, name, state }) => ({ id, name, ...(state && { state }) }))
          return cli.out(jsonLine({ running: true, window: kind === 'window', servers: states }))
        }
        cli.out(kind === 'window' ? terminalText`Running.` : terminalText`Running, without a window.`)
        for (const { name, state } of servers) cli.out(terminalText`${name}: ${state ?? 'unknown'}`)
      })
      return exitCodes.good
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      if (values.json) cli.out(jsonLine({ running: false }))
      else cli.err(terminalText`${error.message}`)
      return exitCodes.bad
    }
  },
}
