/**
 * `gatehouse remote`: people who answer in the window of another computer.
 *
 * Guards invariant 6: it invites the first owner of a gateway without a window, and nobody else.
 */
import type { RemoteView } from '@shared/remote/door-state.js'
import { expectNames, readOptions } from './arguments.js'
import { existingProfile } from './profile-argument.js'
import { type Program, withProgram } from './program.js'
import { jsonLine, type TerminalText, terminalText } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse remote status [--profile DIR] [--json]',
  '       gatehouse remote on [--port N] [--host ADDRESS] [--profile DIR] [--json]',
  '       gatehouse remote off [--profile DIR] [--json]',
  '       gatehouse remote ai-clients on|off [--profile DIR] [--json]',
  '       gatehouse remote invite NAME [--profile DIR] [--json]',
  '',
  'People can answer in the Gatehouse window of another computer: Add a gateway there, with the address and a',
  'pairing code.',
  '',
  'status  whether other computers can connect, and where',
  'on      lets them connect, and saves it in the settings',
  'off     ends all their connections',
  'ai-clients  whether AI clients on other computers can connect there too, each with its own key',
  'invite  makes the pairing code of the first owner of a gateway without a window. It works once, for ten',
  '        minutes. An owner invites everybody else in the window.',
  '',
  '  --port N        the port (default: that of the settings; 8797 at first)',
  '  --host ADDRESS  the address of this computer to listen on (default: all)',
  '  --profile DIR   the data folder (default: that of the desktop app)',
  '  --json          the result as one line of JSON',
  '',
  'Exit codes: 0 done, 1 refused, 2 invalid command line or profile.',
].join('\n')

export const remote: CliCommand = {
  name: 'remote',
  summary: 'let people answer from other computers',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      profile: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [verb, name] = positionals
    const profile = existingProfile(values.profile, 'switch it on')
    const give = <T>(need: 'any' | 'running', use: (program: Program) => Promise<T>) =>
      withProgram(profile, { need, cli }, use)
    if (verb !== 'on' && (values.port !== undefined || values.host !== undefined))
      throw new UsageError('--port and --host belong to: gatehouse remote on')
    if (verb === 'invite') {
      if (name === undefined) throw new UsageError('Expected a name.')
      expectNames(positionals, ['invite', name])
      const made = await give('running', (program) => program.give('remote:invite', { name }))
      const { code, endsAt, addresses } = made
      cli.out(
        values.json
          ? jsonLine(made)
          : terminalText`Pairing code: ${code}\nAddress: ${addresses.join(' or ')}\nIt can be used once, until ${endsAt}.`,
      )
      return exitCodes.good
    }
    if (verb === 'ai-clients') {
      if (name !== 'on' && name !== 'off') throw new UsageError('Expected: gatehouse remote ai-clients on or off')
      expectNames(positionals, [verb, name])
      const change = { aiClients: name === 'on' }
      return show(await give('any', (program) => program.give('remote:switch', change)), values.json, cli)
    }
    const isKnown = verb === 'status' || verb === 'on' || verb === 'off'
    if (!isKnown) throw new UsageError(`Expected status, on, off, ai-clients or invite, got ${verb ?? 'nothing'}.`)
    expectNames(positionals, [verb])
    if (verb === 'status')
      return show(await give('any', (program) => program.give('remote:state', undefined)), values.json, cli)
    const change = {
      enabled: verb === 'on',
      ...(values.port !== undefined && { port: portOf(values.port) }),
      ...(values.host !== undefined && { host: values.host }),
    }
    return show(await give('any', (program) => program.give('remote:switch', change)), values.json, cli)
  },
}

function portOf(text: string): number {
  if (!/^\d{1,5}$/u.test(text) || Number(text) > 65_535) throw new UsageError('--port: 0 to 65535')
  return Number(text)
}

function show(view: RemoteView, asJson: boolean, { out }: Pick<CliEnvironment, 'out'>): ExitCode {
  out(asJson ? jsonLine({ ...view }) : sentenceOf(view))
  return view.door.kind === 'failed' ? exitCodes.bad : exitCodes.good
}

function sentenceOf({ settings, door }: RemoteView): TerminalText {
  if (door.kind === 'failed') return terminalText`${door.error.message} ${door.error.suggestion ?? ''}`
  const who = settings.aiClients ? 'people and AI clients' : 'people only'
  if (door.kind === 'on')
    return terminalText`Other computers can connect: ${door.addresses.join(', ')} (${who})\nCertificate: ${door.fingerprint}`
  if (settings.enabled)
    return terminalText`Switched on. Other computers can connect at port ${`${settings.port}`} while Gatehouse runs.`
  return terminalText`Switched off. No other computer can connect.`
}
