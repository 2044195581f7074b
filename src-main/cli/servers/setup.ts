/** `gatehouse servers setup`: shows the changes to `server.properties`, here or elsewhere, writes them, reverts them. */
import { asGatewayError } from '@contract/gateway-error.js'
import type {
  PropertyChange,
  PropertyReason,
  RemoteSetup,
  RevertedRemoteSetup,
  SetupPlan,
} from '@shared/servers/java-server.js'
import { ownAddress } from '../../providers/java/setup/server-running.js'
import { type AppliedSetup, ServerSetup } from '../../providers/java/setup/server-setup.js'
import { usableProfile } from '../profile-argument.js'
import { type Program, RefusedError } from '../program.js'
import { jsonLine, painter, printable, terminalText } from '../text.js'
import { type CliEnvironment, type ExitCode, exitCodes } from '../verb.js'

export interface SetupArguments {
  readonly directory: string
  readonly profile: string | undefined
  readonly yes: boolean
  readonly undo: boolean
  readonly json: boolean
}

const reasons: Readonly<Record<PropertyReason, string>> = {
  'turns-rcon-on': 'turns RCON on',
  'space-at-end': 'a space at the end: the game ignores this value',
  'byte-order-mark': 'a byte-order mark at the start: the game ignores the first line',
  'sets-password': 'generates a password',
  'sets-port': 'sets the RCON port',
  'port-is-taken': 'the port is in use',
  'turns-management-on': 'turns the management protocol on',
  'management-host': 'this computer only',
  'management-port': 'sets the management port',
  'management-without-tls': 'no TLS on this computer',
  'management-secret': 'generates a secret',
}

export async function setup(given: SetupArguments, cli: CliEnvironment): Promise<ExitCode> {
  const service = new ServerSetup({
    profile: usableProfile(given.profile),
    withManagement: true,
    now: () => new Date(),
  })
  try {
    return given.undo ? await revert(service, given, cli) : await change(service, given, cli)
  } catch (thrown) {
    const error = asGatewayError(thrown)
    if (given.json) cli.out(jsonLine({ ok: false, error: error.toContract() }))
    else cli.err(terminalText`${error.message} ${error.suggestion}`)
    return exitCodes.bad
  }
}

async function change(service: ServerSetup, given: SetupArguments, { out, colour }: CliEnvironment): Promise<ExitCode> {
  const plan = await service.plan(given.directory)
  const check = await service.check(given.directory)
  const isNeeded = plan.changes.length > 0
  const written = given.yes && isNeeded
  const applied = written ? await service.apply(plan.id) : undefined
  if (given.json) {
    out(jsonLine({ ok: true, written, plan, ...(check && { earlier: { at: check.at, lost: check.lost } }) }))
    return exitCodes.good
  }
  const paint = painter(colour)
  out(printable(titleOf(plan)))
  out(printable(plan.file))
  if (check && check.lost.length > 0) {
    out(
      paint(
        'yellow',
        `The server overwrote an earlier change: ${check.lost.join(', ')}. Stop it before you try again.`,
      ),
    )
  }
  for (const one of plan.changes) out(terminalText`  ${lineOf(one)}`)
  for (const line of isNeeded ? nextSteps(plan, applied) : unchanged(plan)) out(printable(line))
  if (ownAddress(plan.host) === undefined) {
    out(paint('yellow', terminalText`server.properties names ${plan.host}, which is no address of this computer.`))
  }
  return exitCodes.good
}

const titleOf = ({ name, software, version }: SetupPlan): string =>
  [name, [software, version].filter(Boolean).join(' ')].filter(Boolean).join(' · ')

function lineOf({ key, line, before, after, secret, reason, takenBy }: PropertyChange): string {
  const then = secret ? '(a generated password)' : after
  const now = secret ? '(empty or too short)' : (before ?? '')
  const where = line === undefined ? 'new line' : `line ${line}`
  const by = takenBy === undefined ? '' : ` by ${takenBy}`
  return `${key}: ${line === undefined ? '' : `${now} → `}${then}   (${where}; ${reasons[reason]}${by})`
}

function nextSteps(
  { running, backup, rconPort, folder }: SetupPlan,
  applied: AppliedSetup | undefined,
): readonly string[] {
  if (!applied) {
    const stop = running ? 'Stop the server first: it writes this file from memory. ' : ''
    return [`Nothing was written. ${stop}Run it again with --yes to write these lines.`]
  }
  const management = applied.management ? ` --management ${applied.management.address}` : ''
  return [
    `Written. The earlier file is saved as ${backup}.`,
    running ? 'Restart the server now, then run this command again to check the lines.' : 'Start the server now.',
    `Then add it: gatehouse servers add NAME rcon://localhost:${rconPort} --folder ${folder}${management}`,
    'To undo: gatehouse servers setup DIR --undo',
  ]
}

const unchanged = ({ rconPort }: SetupPlan): readonly string[] => [
  `Nothing to change: RCON is on, port ${rconPort}, and has a password.`,
]

async function revert(service: ServerSetup, given: SetupArguments, { out }: CliEnvironment): Promise<ExitCode> {
  const result = await service.revert(given.directory)
  if (given.json) out(jsonLine({ ok: true, ...result }))
  else reportReverted(result, out)
  return exitCodes.good
}

function reportReverted({ exact, restored, leftAlone }: RevertedRemoteSetup, out: CliEnvironment['out']): void {
  out(
    exact
      ? terminalText`The file is as it was before.`
      : terminalText`Restored: ${restored.join(', ') || 'nothing'}. The server rewrote the other lines.`,
  )
  if (leftAlone.length > 0) out(terminalText`Not restored, because they were changed later: ${leftAlone.join(', ')}.`)
  out(terminalText`Restart the server to apply it.`)
}

interface SetupElsewhere extends Pick<SetupArguments, 'yes' | 'undo' | 'json'> {
  readonly id: string
  readonly name: string
}

/** The program that runs has the secrets of the server. */
export async function setupElsewhere(
  { give }: Pick<Program, 'give'>,
  { id, name, yes, undo, json }: SetupElsewhere,
  { out, err }: CliEnvironment,
): Promise<ExitCode> {
  try {
    if (undo) {
      const result = await give('servers:revert-file', { id })
      if (json) out(jsonLine({ ok: true, ...result }))
      else reportReverted(result, out)
      return exitCodes.good
    }
    const setup = await give('servers:plan-file', { id })
    const isWanted = yes && setup.kind === 'file' && setup.plan.changes.length > 0
    const after = isWanted ? await give('servers:change-file', { id, plan: setup.plan.id }) : undefined
    if (json) out(jsonLine({ ok: true, written: isWanted, ...setup, ...(after && { after }) }))
    else reportElsewhere(name, setup, after, out)
    return exitCodes.good
  } catch (thrown) {
    if (!(thrown instanceof RefusedError)) throw thrown
    const { error } = thrown
    if (json) out(jsonLine({ ok: false, error }))
    else err(printable([error.message, error.suggestion].filter(Boolean).join(' ')))
    return exitCodes.bad
  }
}

function reportElsewhere(
  name: string,
  setup: RemoteSetup,
  after: RemoteSetup | undefined,
  out: CliEnvironment['out'],
): void {
  if (setup.kind === 'compose') {
    if (setup.lines.length === 0) return out(terminalText`compose.yaml of ${name} has all that Gatehouse needs.`)
    out(terminalText`The image writes server.properties at each start. Add these lines to compose.yaml of ${name}:`)
    for (const line of setup.lines) out(printable(line))
    return
  }
  const { plan, written } = setup
  out(printable(plan.file))
  const lost = written?.lost ?? []
  if (lost.length > 0) {
    out(terminalText`The server overwrote an earlier change: ${lost.join(', ')}. Stop it before you try again.`)
  }
  for (const one of plan.changes) out(terminalText`  ${lineOf(one)}`)
  if (plan.changes.length === 0) return out(printable(unchanged(plan).join(' ')))
  if (!after) return out(terminalText`Nothing was written. Run it again with --yes to write these lines.`)
  out(terminalText`Written. The earlier file is saved beside it as ${plan.backup}. Restart the server to apply it.`)
  out(terminalText`To undo: gatehouse servers setup ${name} --undo`)
}
