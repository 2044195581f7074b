/** `gatehouse people`: people who approve on their phone. Read-only; works while the program runs. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PairedPerson } from '@shared/clients/people.js'
import { peopleFile, readPeople } from '../storage/people-store.js'
import { expectNames, readOptions } from './arguments.js'
import { existingProfile } from './profile-argument.js'
import { jsonLine, painter, terminalText } from './text.js'
import { type CliCommand, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse people list [--profile DIR] [--json]',
  '',
  'Lists the people who approve requests on their own phone. Pair and remove phones in the window,',
  'not here.',
  '',
  '  --profile DIR  the data folder (default: that of the desktop app)',
  '  --json         one person per line',
  '',
  'Exit codes: 0 done, 2 invalid command line or profile.',
].join('\n')

export const people: CliCommand = {
  name: 'people',
  summary: 'list the people who approve on a phone',
  help,
  async run(args, { out, colour }): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    expectNames(positionals, ['list'])
    if (positionals[0] !== 'list') throw new UsageError(`Expected list, got ${positionals[0]}.`)
    const known = peopleOf(existingProfile(values.profile, 'pair a phone'))
    const paint = painter(colour)
    for (const { id, name, pairedAt, lastSeenAt } of known) {
      const person: PairedPerson = { id, name, pairedAt, ...(lastSeenAt !== undefined && { lastSeenAt }) }
      const seen = lastSeenAt === undefined ? 'never active' : `last active ${lastSeenAt}`
      out(values.json ? jsonLine(person) : terminalText`${name}, paired ${pairedAt}, ${seen}  ${paint('dim', id)}`)
    }
    if (known.length === 0 && !values.json) out(terminalText`No phones are paired.`)
    return exitCodes.good
  },
}

/** @throws UsageError when they cannot be read */
function peopleOf(profile: string) {
  if (!existsSync(path.join(profile, peopleFile))) return []
  try {
    return readPeople(profile)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`Cannot read the people of the profile ${profile} (${reason}).`)
  }
}
