/** `gatehouse people`: who approves on a phone of their own, for reading, also while the program runs. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PairedPerson } from '../contract/people.js'
import { peopleFile, readPeople } from '../storage/people-store.js'
import { mustBe, readOptions } from './arguments.js'
import { existingProfile } from './profile-argument.js'
import { jsonLine, painter, terminalText } from './text.js'
import { type ExitCode, exitCodes, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse people list [--profile DIR] [--json]',
  '',
  'Those who approve on a phone of their own, beside the person at the desk. They are paired and removed in the window',
  'alone.',
  '',
  '  --profile DIR  the data folder; that of the desktop program when left out',
  '  --json         one person a line',
  '',
  'Exit codes: 0 they are listed, 2 the command line or the profile cannot be used.',
].join('\n')

export const people: Verb = {
  name: 'people',
  summary: 'list those who approve on a phone of their own',
  help,
  async run(args, { out, colour }): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    mustBe(positionals, ['list'])
    if (positionals[0] !== 'list') throw new UsageError(`It takes list, and got ${positionals[0]}.`)
    const known = peopleOf(existingProfile(values.profile, 'pair a phone'))
    const paint = painter(colour)
    for (const { id, name, pairedAt, lastSeenAt } of known) {
      const person: PairedPerson = { id, name, pairedAt, ...(lastSeenAt !== undefined && { lastSeenAt }) }
      const seen = lastSeenAt === undefined ? 'never there' : `last there ${lastSeenAt}`
      out(values.json ? jsonLine(person) : terminalText`${name}, paired ${pairedAt}, ${seen}  ${paint('dim', id)}`)
    }
    if (known.length === 0 && !values.json) out(terminalText`Nobody approves on a phone.`)
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
    throw new UsageError(`The people of the profile ${profile} cannot be read (${reason}).`)
  }
}
