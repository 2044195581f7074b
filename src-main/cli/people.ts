/**
 * `gatehouse people`: the people who answer, their roles and ways, and the networks in which phones may connect.
 * Read-only; works while the program runs.
 */
import type { ListedPerson, PersonWay } from '@shared/clients/person.js'
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
  'list      the people, their roles, and where each of them answers besides this computer. Change them in',
  '          the window, not here.',
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
  summary: 'list the people who answer requests, and their roles',
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
    const profile = existingProfile(values.profile, 'add people')
    const known = await withProgram(profile, { need: 'any', cli }, ({ give }) => give('people:listed', undefined))
    const paint = painter(colour)
    if (known.length === 0 && !values.json) out(terminalText`Nobody was invited yet.`)
    for (const person of known) {
      const { id, name, ways } = person
      if (values.json) out(jsonLine(person))
      else out(terminalText`${name}, ${roleText(person)}  ${paint('dim', id)}`)
      if (!values.json) for (const way of ways) out(terminalText`  ${wayText(way)}  ${paint('dim', way.id)}`)
    }
    return exitCodes.good
  },
}

const roleText = ({ role, servers }: ListedPerson): string =>
  role === 'moderator' && servers ? `moderator of ${servers.join(', ') || 'no server'}` : role

function wayText(way: PersonWay): string {
  switch (way.kind) {
    case 'phone':
      return `phone, paired ${way.addedAt}, ${seenText(way.lastSeenAt)}`
    case 'computer':
      return `computer ${way.name}, added ${way.addedAt}, ${seenText(way.lastSeenAt)}`
    case 'game':
      return `player ${way.player} on ${way.server}, linked ${way.addedAt}`
    case 'discord':
      return `Discord account ${way.name}, linked ${way.addedAt}`
  }
}

const seenText = (lastSeenAt: string | undefined): string =>
  lastSeenAt === undefined ? 'never active' : `last active ${lastSeenAt}`

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
