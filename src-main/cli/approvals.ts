/** `gatehouse approvals`: which questions wait, and what became of others, for reading, also while the program runs. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ApprovalRecord } from '../gateway/ports.js'
import { approvalsFile, readApprovals } from '../storage/approval-store.js'
import { mustBe, readOptions, wholeNumber } from './arguments.js'
import { existingProfile } from './profile-argument.js'
import { jsonLine, painter, terminalText } from './text.js'
import { type ExitCode, exitCodes, UsageError, type Verb } from './verb.js'

const mostRows = 10_000

const help = [
  'Usage: gatehouse approvals list [--all] [--limit N] [--profile DIR] [--json]',
  '',
  'The questions that wait for a person, and the calls that are being done because one said yes. Nothing can be answered',
  'here: that is done in the pop-up alone.',
  '',
  '  --all          those that are over as well, the newest first',
  '  --limit N      how many at most; 100 when left out',
  '  --profile DIR  the data folder; that of the desktop program when left out',
  '  --json         one question a line',
  '',
  'Exit codes: 0 they are listed, 2 the command line or the profile cannot be used.',
].join('\n')

export const approvals: Verb = {
  name: 'approvals',
  summary: 'list the questions that wait for a person',
  help,
  async run(args, { out, colour }): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      all: { type: 'boolean', default: false },
      limit: { type: 'string', default: '100' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    mustBe(positionals, ['list'])
    if (positionals[0] !== 'list') throw new UsageError(`It takes list, and got ${positionals[0]}.`)
    const limit = wholeNumber('limit', values.limit, 1, mostRows)
    const found = recordsOf(existingProfile(values.profile, 'let a client ask something'), values.all, limit)
    const paint = painter(colour)
    for (const record of found) {
      out(values.json ? jsonLine(record) : terminalText`${sentenceOf(record)}  ${paint('dim', record.id)}`)
    }
    if (found.length === 0 && !values.json)
      out(terminalText`${values.all ? 'Nothing was ever asked.' : 'Nothing waits for a person.'}`)
    return exitCodes.good
  },
}

/** @throws UsageError when they cannot be read */
function recordsOf(profile: string, all: boolean, limit: number): ApprovalRecord[] {
  if (!existsSync(path.join(profile, approvalsFile))) return []
  try {
    return readApprovals(profile, { all, limit })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`The questions of the profile ${profile} cannot be read (${reason}).`)
  }
}

function sentenceOf({ state, capabilityId, risk, caller, server, arguments: given, askedAt }: ApprovalRecord): string {
  return [
    standing(state),
    `${capabilityId} (${risk})`,
    JSON.stringify(given),
    `by ${caller.name}`,
    `on ${server.name}`,
    `asked ${askedAt}`,
  ].join(', ')
}

function standing(state: ApprovalRecord['state']): string {
  if (state.phase === 'open') return `open, ${state.agreed.length} of ${state.needed} agreed`
  return state.phase === 'failed' && state.unknown ? 'failed, may or may not have been done' : state.phase
}
