/**
 * `gatehouse people`: people who approve on their phone, and the networks in which phones may connect. Read-only; works
 * while the program runs.
 */
import { listOwnNetworks } from '../approvers/lan/lan-network.js'
import { readSettings } from '../storage/settings-store.js'
import { compiled, createContractAjv } from '../validation/ajv.js'
import { expectNames, readOptions } from './arguments.js'
import { existingProfile } from './profile-argument.js'
import { withProgram } from './program.js'
import { jsonLine, painter, type TerminalText, terminalText } from './text.js'
import { type CliCommand, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse people list [--profile DIR] [--json]',
  '       gatehouse people networks [--profile DIR] [--json]',
  '',
  'list      the people who approve requests on their own phone. Pair and remove phones in the window,',
  '          not here.',
  'networks  the networks of this computer, and those in which phones may connect. Choose them in the',
  '          window, or with --phone-network of the headless program.',
  '',
  '  --profile DIR  the data folder (default: that of the desktop app)',
  '  --json         one person or network per line',
  '',
  'Exit codes: 0 done, 2 invalid command line or profile.',
].join('\n')

export const people: CliCommand = {
  name: 'people',
  summary: 'list the people who approve on a phone',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { out, colour } = cli
    const { values, positionals } = readOptions(args, {
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    expectNames(positionals, ['list'])
    if (positionals[0] === 'networks')
      return listNetworks(existingProfile(values.profile, 'choose networks'), values.json, out)
    if (positionals[0] !== 'list') throw new UsageError(`Expected list or networks, got ${positionals[0]}.`)
    const profile = existingProfile(values.profile, 'pair a phone')
    const known = await withProgram(profile, { need: 'any', cli }, ({ give }) => give('people:paired', undefined))
    const paint = painter(colour)
    for (const person of known) {
      const { id, name, pairedAt, lastSeenAt } = person
      const seen = lastSeenAt === undefined ? 'never active' : `last active ${lastSeenAt}`
      out(values.json ? jsonLine(person) : terminalText`${name}, paired ${pairedAt}, ${seen}  ${paint('dim', id)}`)
    }
    if (known.length === 0 && !values.json) out(terminalText`No phones are paired.`)
    return exitCodes.good
  },
}

/** @throws UsageError when the settings cannot be read */
function listNetworks(profile: string, asJson: boolean, out: (text: TerminalText) => void): ExitCode {
  const settings = readSettings(profile, compiled(createContractAjv(), 'config-v1.json'))
  if (!settings) throw new UsageError(`Cannot read the settings of the profile ${profile}.`)
  const { enabled, networks } = settings.lanApprovals
  const listed = listOwnNetworks(networks)
  for (const one of listed) {
    const { present, ...network } = one
    const place = present ? `${present.kind}, address ${present.address}` : 'not connected'
    const choice = one.isChosen ? (enabled ? 'chosen' : 'chosen when switched on') : 'closed'
    out(
      asJson
        ? jsonLine({ ...network, ...present })
        : terminalText`${one.interface}  ${one.network}  ${place}  ${choice}`,
    )
  }
  if (asJson) return exitCodes.good
  if (listed.length === 0) out(terminalText`This computer is in no network that phones can use.`)
  if (!enabled) out(terminalText`Approving from phones is off.`)
  return exitCodes.good
}
