/**
 * `gatehouse backups`: the backups of a Java server whose folder is on this computer.
 *
 * Guards invariant 6: a backup and a restore are asked for like any call, and a person decides in the program. Listing only
 * reads the profile.
 */
import path from 'node:path'
import { lookUpEndpoint } from '../bridge/endpoint-lookup.js'
import type { BackupSummary } from '../contract/java-server.js'
import { manifestsIn, summaryOf } from '../providers/java/backup/backup-manifest.js'
import { backupStoreOf, javaFolder } from '../providers/java/java-store.js'
import { mustBe, readOptions } from './arguments.js'
import { type AskedAction, askFor } from './backups/order.js'
import { existingProfile } from './profile-argument.js'
import { deliver } from './servers/hand-over.js'
import { type KnownServer, knownServers, meant, unknownServer } from './servers/known-servers.js'
import { jsonLine, printable, terminalText } from './text.js'
import { type ExitCode, exitCodes, type Surroundings, UsageError, type Verb } from './verb.js'

const help = [
  'Usage: gatehouse backups list SERVER [--profile DIR] [--json]',
  '       gatehouse backups make SERVER [--name NAME] [--profile DIR] [--json]',
  '       gatehouse backups restore SERVER BACKUP [--profile DIR] [--json]',
  '       gatehouse backups remove SERVER BACKUP --yes [--profile DIR] [--json]',
  '',
  'The backups of a Java server whose folder is on this computer.',
  '',
  '  list     the backups, the newest first',
  '  make     copies the worlds while the server runs; only what changed is copied',
  '  restore  puts a backup in the place of the worlds, while the server is stopped; the present worlds stay beside it',
  '  remove   removes a backup for good',
  '',
  'make and restore need Gatehouse to run, which asks a person first. They wait until it is done.',
  '',
  '  SERVER         its name, id or address',
  '  BACKUP         the id that list shows',
  '  --name NAME    letters, digits, spaces, dots, dashes and underscores',
  '  --yes          remove it without asking',
  '  --profile DIR  the data folder; that of the desktop program when left out',
  '  --json         one JSON value. list: [{ id, name, at, bytes, copiedBytes, files, worlds, skipped }]; else { ok, data }',
  '                 or { ok, error }',
  '',
  'Exit codes: 0 it is done, 1 it was not, 2 the command line, the profile or the server that is named cannot be used.',
].join('\n')

interface Given {
  readonly profile: string
  readonly server: KnownServer
  readonly backup: string
  readonly name: string | undefined
  readonly yes: boolean
  readonly json: boolean
}

const doings = { list, make, restore, remove } as const

export const backups: Verb = {
  name: 'backups',
  summary: 'list, make, restore and remove backups of a Java server',
  help,
  async run(args, surroundings): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      name: { type: 'string' },
      yes: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [doing = 'nothing', text, ...rest] = positionals
    if (!Object.hasOwn(doings, doing)) {
      throw new UsageError(`It takes list, make, restore or remove, and got ${doing}.`)
    }
    if (text === undefined) throw new UsageError('SERVER is missing.')
    const needsBackup = doing === 'restore' || doing === 'remove'
    const [backup] = needsBackup ? rest : ['']
    if (backup === undefined) throw new UsageError('BACKUP is missing: gatehouse backups list SERVER shows them.')
    mustBe(needsBackup ? rest.slice(1) : rest, [])
    const profile = existingProfile(values.profile, 'add a server')
    const { servers } = await knownServers(profile)
    const server = meant(servers, text)
    if (!server) throw unknownServer(text, servers)
    const { name, yes, json } = values
    return doings[doing as keyof typeof doings]({ profile, server, backup, name, yes, json }, surroundings)
  },
}

const summariesOf = ({ profile, server }: Given): readonly BackupSummary[] =>
  manifestsIn(backupStoreOf(path.join(profile, javaFolder), server.id)).map(summaryOf)

async function list(given: Given, { out }: Surroundings): Promise<ExitCode> {
  const all = summariesOf(given)
  if (given.json) out(jsonLine(all))
  else if (all.length === 0) out(terminalText`There are no backups of this server.`)
  else for (const one of all) out(printable(lineOf(one)))
  return exitCodes.good
}

const lineOf = ({ id, at, bytes, name }: BackupSummary): string =>
  [id, at, megabytes(bytes), ...(name === undefined ? [] : [name])].join('  ')

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`

function make({ name, ...given }: Given, surroundings: Surroundings): Promise<ExitCode> {
  const parameters = name === undefined ? {} : { name }
  return ask({ capabilityId: 'system.backup', server: given.server.id, parameters }, given, surroundings)
}

function restore(given: Given & { name?: string | undefined }, surroundings: Surroundings): Promise<ExitCode> {
  const parameters = { backupId: given.backup }
  return ask({ capabilityId: 'system.restore', server: given.server.id, parameters }, given, surroundings)
}

async function ask(
  action: AskedAction,
  { profile, json }: Pick<Given, 'profile' | 'json'>,
  { out, err }: Surroundings,
): Promise<ExitCode> {
  const lookup = await lookUpEndpoint(profile)
  if (lookup.kind !== 'found')
    throw new UsageError('Gatehouse does not run with this profile. Start it, then try again.')
  err(terminalText`Waiting until it is approved in Gatehouse and done…`)
  const result = await askFor(action, lookup.gateway).catch((error: Error) => {
    throw new UsageError(`The running Gatehouse does not answer (${error.message}).`)
  })
  if (json) out(jsonLine(result))
  else if (result.ok)
    out(terminalText`${action.capabilityId === 'system.backup' ? `Made ${result.data.backupId}.` : 'Restored.'}`)
  else err(printable(`${result.error.message} ${result.error.suggestion ?? ''}`.trim()))
  return result.ok ? exitCodes.good : exitCodes.bad
}

async function remove(given: Given, { out, err }: Surroundings): Promise<ExitCode> {
  const { profile, server, backup, yes, json } = given
  if (!summariesOf(given).some(({ id }) => id === backup)) {
    throw new UsageError(`There is no backup "${backup.slice(0, 64)}" of this server.`)
  }
  if (!yes) throw new UsageError('It would be gone for good. Add --yes to remove it.')
  const delivery = await deliver(profile, { kind: 'remove-backup', id: server.id, backup })
  const isRefused = delivery.kind === 'refused'
  if (json) out(jsonLine(isRefused ? { ok: false, error: delivery.error } : { ok: true, data: delivery }))
  else if (isRefused) err(printable(delivery.error.message))
  else out(terminalText`${delivery.kind === 'done' ? 'Removed.' : 'It is removed when Gatehouse starts.'}`)
  return isRefused ? exitCodes.bad : exitCodes.good
}
