/**
 * `gatehouse undo`: what can be undone in a profile, also while the program runs.
 *
 * Guards invariant 6: it only reads. Who undoes is a person in the window, or at the stdin of the headless program.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { UndoPage, UndoQuery } from '../contract/undo.js'
import { readUndoPage, undoFile, undoPageSize } from '../storage/undo-store.js'
import { mustBe, readOptions, wholeNumber } from './arguments.js'
import { existingProfile } from './profile-argument.js'
import { jsonLine } from './text.js'
import { reportUndoPage } from './undo/report.js'
import { type ExitCode, exitCodes, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse undo list [--client ID] [--server ID] [--limit N] [--before N] [--profile DIR] [--json]',
  '',
  "What was done and can be undone, and what was undone; newest first. It only reads: to undo is a person's, in the window,",
  'or at the standard input of the headless program: {"undo":"REQUEST ID"}.',
  '',
  '  --client ID    only what this caller did',
  '  --server ID    only what was done on this server',
  `  --limit N      rows, 1 to ${undoPageSize.most}; ${undoPageSize.usual} when left out`,
  '  --before N     only what is older than this "sequence": the next page',
  '  --profile DIR  the data folder; that of the desktop program when left out',
  '  --json         one row a line, as JSON; arguments and states are not redacted',
  '',
  'Exit codes: 0 it is listed, 2 the command line or the profile cannot be used.',
].join('\n')

export const undo: Verb = {
  name: 'undo',
  summary: 'list what can be undone',
  help,
  async run(args, { out }): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      client: { type: 'string' },
      server: { type: 'string' },
      limit: { type: 'string' },
      before: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [doing, ...rest] = positionals
    if (doing !== 'list') throw new UsageError(`It takes list, and got ${doing ?? 'nothing'}.`)
    mustBe(rest, [])
    const { client, server, limit, before, profile, json } = values
    const page = read(existingProfile(profile, 'let a client do something'), {
      ...(client !== undefined && { client }),
      ...(server !== undefined && { server }),
      ...(limit !== undefined && { limit: wholeNumber('limit', limit, 1, undoPageSize.most) }),
      ...(before !== undefined && { before: wholeNumber('before', before, 0, Number.MAX_SAFE_INTEGER) }),
    })
    if (json) for (const entry of page.entries) out(jsonLine(entry))
    else reportUndoPage(page, out)
    return exitCodes.good
  },
}

/** @throws UsageError when it cannot be read */
function read(profile: string, query: UndoQuery): UndoPage {
  if (!existsSync(path.join(profile, undoFile))) return { entries: [] }
  try {
    return readUndoPage(profile, query)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`What can be undone in the profile ${profile} cannot be read (${reason}).`)
  }
}
