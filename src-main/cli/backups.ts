/**
 * `gatehouse backups`: the backups of a Java server whose files Gatehouse reaches.
 *
 * Enforces invariant 6: a backup and a restore are requested like any call, and a person decides in the program.
 * Listing only reads the profile.
 */
import path from 'node:path'
import type { BackupSummary, LeftOut } from '@shared/servers/java-server.js'
import { lookUpEndpoint } from '../bridge/endpoint-lookup.js'
import type { ListedServer } from '../owner/table/shapes.js'
import { manifestsIn, summaryOf } from '../providers/java/backup/backup-manifest.js'
import { backupStoreOf, javaFolder } from '../providers/java/java-store.js'
import { expectNames, readOptions } from './arguments.js'
import { type RequestedAction, requestAction } from './backups/request-action.js'
import { existingProfile } from './profile-argument.js'
import { RefusedError, withProgram } from './program.js'
import { serverNamed } from './servers/server-named.js'
import { jsonLine, printable, terminalText } from './text.js'
import { type CliCommand, type CliEnvironment, type ExitCode, exitCodes, UsageError } from './verb.js'

const help = [
  'Usage: gatehouse backups list SERVER [--profile DIR] [--json]',
  '       gatehouse backups make SERVER [--name NAME] [--profile DIR] [--json]',
  '       gatehouse backups restore SERVER BACKUP [--profile DIR] [--json]',
  '       gatehouse backups remove SERVER BACKUP --yes [--profile DIR] [--json]',
  '',
  'The backups of a Java server whose files Gatehouse reaches.',
  '',
  '  list     lists the backups, newest first',
  '  make     copies the worlds while the server runs; copies only changed files',
  '  restore  replaces the worlds with a backup; stop the server first. The current worlds are kept',
  '  remove   deletes a backup permanently',
  '',
  'make and restore need a running Gatehouse and an approval. They wait until they are done.',
  '',
  '  SERVER         its name, id or address',
  '  BACKUP         the id that list shows',
  '  --name NAME    letters, digits, spaces, dots, dashes and underscores',
  '  --yes          required: confirms the deletion',
  '  --profile DIR  the data folder (default: that of the desktop app)',
  '  --json         one JSON value. list: [{ id, name, at, bytes, copiedBytes, files, worlds, skipped,',
  '                 leftOut }]; else { ok, data } or { ok, error }',
  '',
  'Exit codes: 0 done, 1 failed, 2 invalid command line, profile or server.',
].join('\n')

interface BackupArguments {
  readonly profile: string
  readonly server: ListedServer
  readonly backup: string
  readonly name: string | undefined
  readonly yes: boolean
  readonly json: boolean
}

const doings = { list, make, restore, remove } as const

export const backups: CliCommand = {
  name: 'backups',
  summary: 'list, make, restore and remove backups of a Java server',
  help,
  async run(args, cli): Promise<ExitCode> {
    const { values, positionals } = readOptions(args, {
      name: { type: 'string' },
      yes: { type: 'boolean', default: false },
      profile: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const [doing = 'nothing', text, ...rest] = positionals
    if (!Object.hasOwn(doings, doing)) {
      throw new UsageError(`Expected list, make, restore or remove, got ${doing}.`)
    }
    if (text === undefined) throw new UsageError('SERVER is missing.')
    const needsBackup = doing === 'restore' || doing === 'remove'
    const [backup] = needsBackup ? rest : ['']
    if (backup === undefined) throw new UsageError('BACKUP is missing. To see the ids: gatehouse backups list SERVER')
    expectNames(needsBackup ? rest.slice(1) : rest, [])
    const profile = existingProfile(values.profile, 'add a server')
    const servers = await withProgram(profile, { need: 'any', cli }, ({ give }) => give('servers:listed', undefined))
    const server = serverNamed(servers, text)
    const { name, yes, json } = values
    return doings[doing as keyof typeof doings]({ profile, server, backup, name, yes, json }, cli)
  },
}

const summariesOf = ({ profile, server }: BackupArguments): readonly BackupSummary[] =>
  manifestsIn(backupStoreOf(path.join(profile, javaFolder), server.id)).map(summaryOf)

async function list(given: BackupArguments, { out }: CliEnvironment): Promise<ExitCode> {
  const all = summariesOf(given)
  if (given.json) out(jsonLine(all))
  else if (all.length === 0) out(terminalText`This server has no backups.`)
  else for (const one of all) out(printable(lineOf(one)))
  return exitCodes.good
}

const lineOf = ({ id, at, bytes, name }: BackupSummary): string =>
  [id, at, megabytes(bytes), ...(name === undefined ? [] : [name])].join('  ')

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`

function make({ name, ...given }: BackupArguments, cli: CliEnvironment): Promise<ExitCode> {
  const parameters = name === undefined ? {} : { name }
  return ask({ capabilityId: 'system.backup', server: given.server.id, parameters }, given, cli)
}

function restore(given: BackupArguments & { name?: string | undefined }, cli: CliEnvironment): Promise<ExitCode> {
  const parameters = { backupId: given.backup }
  return ask({ capabilityId: 'system.restore', server: given.server.id, parameters }, given, cli)
}

async function ask(
  action: RequestedAction,
  { profile, json }: Pick<BackupArguments, 'profile' | 'json'>,
  { out, err }: CliEnvironment,
): Promise<ExitCode> {
  const lookup = await lookUpEndpoint(profile)
  if (lookup.kind !== 'found')
    throw new UsageError('Gatehouse is not running with this profile. Start it, then try again.')
  err(terminalText`Waiting for approval in Gatehouse…`)
  const result = await requestAction(action, lookup.gateway).catch((error: Error) => {
    throw new UsageError(`Gatehouse does not respond (${error.message}).`)
  })
  if (json) out(jsonLine(result))
  else if (result.ok) for (const line of linesOf(action, result.data)) out(printable(line))
  else err(printable(`${result.error.message} ${result.error.suggestion ?? ''}`.trim()))
  return result.ok ? exitCodes.good : exitCodes.bad
}

function linesOf({ capabilityId }: RequestedAction, data: Readonly<Record<string, unknown>>): readonly string[] {
  const worlds = Array.isArray(data.worlds) ? [`Worlds: ${data.worlds.join(', ')}`] : []
  if (capabilityId !== 'system.backup') return ['Restored.', ...worlds]
  const leftOut = (Array.isArray(data.leftOut) ? data.leftOut : []) as readonly Partial<LeftOut>[]
  return [`Made ${data.backupId}.`, ...worlds, ...leftOut.map((one) => `Left out: ${one.path} (${one.reason})`)]
}

async function remove(given: BackupArguments, cli: CliEnvironment): Promise<ExitCode> {
  const { profile, server, backup, yes, json } = given
  const { out, err } = cli
  if (!summariesOf(given).some(({ id }) => id === backup)) {
    throw new UsageError(`This server has no backup "${backup.slice(0, 64)}".`)
  }
  if (!yes) throw new UsageError('This deletes the backup permanently. Add --yes to delete it.')
  try {
    await withProgram(profile, { need: 'whole', cli }, ({ give }) => give('backups:remove', { id: server.id, backup }))
  } catch (thrown) {
    if (!(thrown instanceof RefusedError)) throw thrown
    if (json) out(jsonLine({ ok: false, error: thrown.error }))
    else err(printable(thrown.error.message))
    return exitCodes.bad
  }
  if (json) out(jsonLine({ ok: true, data: { kind: 'done', remembered: true } }))
  else out(terminalText`Removed.`)
  return exitCodes.good
}
