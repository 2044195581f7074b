/**
 * `gatehouse undo`: lists the actions of a profile that can be undone. Works while the program runs.
 *
 * Enforces invariant 6: read-only. Undo is done by a person, in the window or at the stdin of the headless program.
 */
import { undoPageSize } from '../storage/undo-store.js'
import { expectNames, readOptions, wholeNumber } from './arguments.js'
import { existingProfile } from './profile-argument.js'
import { withProgram } from './program.js'
import { jsonLine } from './text.js'
import { reportUndoPage } from './undo/report.js'
import { type CliCommand, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse undo list [--client ID] [--server ID] [--limit N] [--before N] [--profile DIR] [--json]',
  '',
  'Lists actions that can be undone or were undone, newest first. It changes nothing: undo in the window,',
  'or on the standard input of the headless program: {"undo":"REQUEST ID"}.',
  '',
  '  --client ID    only actions of this client',
  '  --server ID    only actions on this server',
  `  --limit N      rows, 1 to ${undoPageSize.most} (default: ${undoPageSize.usual})`,
  '  --before N     only actions older than this "sequence" (next page)',
  '  --profile DIR  the data folder (default: that of the desktop app)',
  '  --json         one row per line; arguments and states are not redacted',
  '',
  'Exit codes: 0 done, 2 invalid command line or profile.',
].join('\n')

export const undo: CliCommand = {
  name: 'undo',
  summary: 'list what can be undone',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { out } = cli
    const { values, positionals } = readOptions(args, {
      client: { type: 'string' },
      server: { type: 'string' },
      limit: { type: 'string' },
      before: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [doing, ...rest] = positionals
    if (doing !== 'list') throw new UsageError(`Expected list, got ${doing ?? 'nothing'}.`)
    expectNames(rest, [])
    const { client, server, limit, before, profile, json } = values
    const query = {
      ...(client !== undefined && { client }),
      ...(server !== undefined && { server }),
      ...(limit !== undefined && { limit: wholeNumber('limit', limit, 1, undoPageSize.most) }),
      ...(before !== undefined && { before: wholeNumber('before', before, 0, Number.MAX_SAFE_INTEGER) }),
    }
    const folder = existingProfile(profile, 'let a client do something')
    const page = await withProgram(folder, { need: 'any', cli }, ({ give }) => give('undo:list', query))
    if (json) for (const entry of page.entries) out(jsonLine(entry))
    else reportUndoPage(page, out)
    return exitCodes.good
  },
}
