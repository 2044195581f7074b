/** `gatehouse approvals`: lists approval requests and their outcomes. Read-only; works while the program runs. */
import type { RecordedApproval } from '../owner/table/shapes.js'
import { expectNames, readOptions, wholeNumber } from './arguments.js'
import { existingProfile } from './profile-argument.js'
import { withProgram } from './program.js'
import { jsonLine, painter, terminalText } from './text.js'
import { type CliCommand, type ExitCode, exitCodes, UsageError } from './verb.js'

const maxRows = 10_000

const help = [
  'Usage: gatehouse approvals list [--all] [--limit N] [--profile DIR] [--json]',
  '',
  'Lists open requests and the approved calls that are running. Requests are decided in the',
  'approval pop-up, not here.',
  '',
  '  --all          includes closed requests, newest first',
  '  --limit N      maximum number of requests (default: 100)',
  '  --profile DIR  the data folder (default: that of the desktop app)',
  '  --json         one request per line',
  '',
  'Exit codes: 0 done, 2 invalid command line or profile.',
].join('\n')

export const approvals: CliCommand = {
  name: 'approvals',
  summary: 'list the requests that wait for approval',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { out, colour } = cli
    const { values, positionals } = readOptions(args, {
      all: { type: 'boolean', default: false },
      limit: { type: 'string', default: '100' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    expectNames(positionals, ['list'])
    if (positionals[0] !== 'list') throw new UsageError(`Expected list, got ${positionals[0]}.`)
    const limit = wholeNumber('limit', values.limit, 1, maxRows)
    const profile = existingProfile(values.profile, 'let a client make a request')
    const { all } = values
    const found = await withProgram(profile, { need: 'any', cli }, ({ give }) =>
      give('approvals:recorded', { all, limit }),
    )
    const paint = painter(colour)
    for (const record of found) {
      out(values.json ? jsonLine(record) : terminalText`${sentenceOf(record)}  ${paint('dim', record.id)}`)
    }
    if (found.length === 0 && !values.json) out(terminalText`${values.all ? 'No requests.' : 'No requests waiting.'}`)
    return exitCodes.good
  },
}

function sentenceOf({
  state,
  capabilityId,
  risk,
  caller,
  server,
  arguments: given,
  askedAt,
}: RecordedApproval): string {
  return [
    standing(state),
    `${capabilityId} (${risk})`,
    JSON.stringify(given),
    `by ${caller.name}`,
    `on ${server.name}`,
    `asked ${askedAt}`,
  ].join(', ')
}

function standing(state: RecordedApproval['state']): string {
  if (state.phase === 'open') return `open, ${state.agreed?.length ?? 0} of ${state.needed} approvals`
  return state.phase === 'failed' && state.unknown ? 'failed, may have been done' : state.phase
}
