/** Command line: selects the verb, or prints the help. */
import { product } from '@contract/product.js'
import { check } from '../../agents/kit/verbs/check.js'
import { diff } from '../../agents/kit/verbs/diff.js'
import { sandbox } from '../../agents/kit/verbs/sandbox.js'
import { simulate } from '../../agents/kit/verbs/simulate.js'
import { validate } from '../../agents/kit/verbs/validate.js'
import { approvals } from './approvals.js'
import { audit } from './audit.js'
import { backups } from './backups.js'
import { chat } from './chat.js'
import { clients } from './clients.js'
import { people } from './people.js'
import { RefusedError } from './program.js'
import { remote } from './remote.js'
import { report } from './report.js'
import { rules } from './rules.js'
import { servers } from './servers.js'
import { services } from './services.js'
import { status } from './status.js'
import { joined, ownLines, printable } from './text.js'
import { undo } from './undo.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

export const verbs: readonly CliCommand[] = [
  ...[validate, diff, check, simulate, sandbox],
  ...[status, servers, services, backups, clients, people, remote, chat],
  ...[audit, report, approvals, rules, undo],
]

const help = [
  'Usage: gatehouse COMMAND [ARGUMENTS]',
  '',
  'Tools for agent authors: check manifests and test agents without a Minecraft server. Tools for server owners: manage',
  'servers and clients, and read the log.',
  '',
  ...verbs.map(({ name, summary }) => `  ${name.padEnd(11)}${summary}`),
  '',
  '  gatehouse COMMAND --help   options of a command',
  '  gatehouse --version        the version of this program',
  '',
  'Exit codes: 0 success, 1 failure, 2 invalid command line or file.',
].join('\n')

export async function runCommandLine(args: readonly string[], cli: CliEnvironment): Promise<ExitCode> {
  const { out, err } = cli
  const [name, ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') return print(out, help)
  if (name === '--version') return print(out, product.version)
  const verb = verbs.find((one) => one.name === name)
  if (!verb) {
    err(name === undefined ? ownLines(help) : joined([unknown(name), '', ownLines(help)], '\n'))
    return exitCodes.usage
  }
  if (wantsHelp(rest)) return print(out, verb.help)
  try {
    return await verb.run(rest, cli)
  } catch (error) {
    if (error instanceof RefusedError) {
      err(printable(error.message))
      return exitCodes.bad
    }
    if (!(error instanceof UsageError)) throw error
    err(joined([error.message, `Try: gatehouse ${verb.name} --help`], '\n'))
    return exitCodes.usage
  }
}

function print(out: CliEnvironment['out'], text: string): ExitCode {
  out(ownLines(text))
  return exitCodes.good
}

/** Whether `--help` comes before `--`. */
const wantsHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

function unknown(name: string): string {
  const meant = verbs.map((verb) => verb.name).find((verb) => verb.startsWith(name) || distance(verb, name) <= 2)
  return `Unknown command "${name.slice(0, 64)}".${meant ? ` Did you mean "${meant}"?` : ''}`
}

/** Edit distance: letters to add, drop or change to make one word the other. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, theirs] of [...other].entries()) {
      const [left = 0, above = 0, corner = 0] = [next[at], row[at + 1], row[at]]
      next.push(Math.min(left + 1, above + 1, corner + (letter === theirs ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
