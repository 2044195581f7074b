/** Server capabilities: allowlist, saving, reload and any console command. */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { riskOfCommand } from '../../../policy/console-command/command-risk.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { ServerBackups } from '../backup/server-backups.js'
import { playerArgument, playerName } from '../dialects/command-arguments.js'
import { type CommandName, emptyReply, failureIn, unknownReply } from '../dialects/dialect.js'
import { withoutDecoration } from '../dialects/reply-pattern.js'
import {
  capability,
  type JavaAbilities,
  type JavaCapability,
  missingFilesOrConsole,
  reading,
  reportsChange,
} from './java-capability.js'
import { hasChanged, type ReadableState } from './read-back.js'

/** Maximum characters of a reply that is returned for an arbitrary command. */
const maxReplyLength = 8_192

/** Maximum worlds, and parts that a backup left out, in a result. */
const maxListed = 50

const shownPath = (place: string): string => cleanText(place, 256)

/** Before 1.13 the last two names are joined by `and`. */
const namesIn = (list = ''): readonly string[] =>
  list
    .trim()
    .split(/, | and /u)
    .map((name) => cleanText(name.trim(), 64))
    .filter((name) => name !== '')

/** Commands to which the game itself may send no reply. */
const quietCommands = new Set(['say', 'me', 'tellraw', 'gamemode', 'execute'])

/** `minecraft:say hello`, not a command of a plugin, which may reply later in the log. */
function isQuiet(command: string): boolean {
  const [first = ''] = command.trim().replace(/^\//u, '').split(/\s/u, 1)
  return quietCommands.has(first.toLowerCase().replace(/^minecraft:/u, ''))
}

/** Runs only while the server is stopped, so it needs no console. @throws GatewayError */
export async function restoreBackup(given: JsonObject, backups: ServerBackups): Promise<JsonObject> {
  const backupId = String(given.backupId)
  const { worlds, movedFolders } = await backups.restore(backupId)
  return { success: true, backupId, worlds: worlds.map(shownPath), earlierWorlds: movedFolders.map(shownPath) }
}

/** @throws GatewayError when the names are not as many as the server says */
async function allowlistOf({ dialect }: JavaAbilities, signal: AbortSignal): Promise<readonly string[]> {
  const { fields, text } = await dialect.run('allowlist', {}, { signal })
  const names = namesIn(fields.list)
  if (fields.count !== undefined && Number(fields.count) !== names.length) throw unknownReply(text)
  return names
}

/** Adds a player to the allowlist or removes one. */
const listing = (id: string, command: CommandName, isIn: boolean): JavaCapability =>
  capability(id, [command], async ({ given, signal, before }, abilities) => {
    const name = playerName(given.playerName).toLowerCase()
    const state: ReadableState<readonly string[]> | undefined = abilities.reads.has('allowlist')
      ? {
          before: Array.isArray(before?.players) ? before.players.map(String) : undefined,
          read: () => allowlistOf(abilities, signal),
          isWanted: (names) => names.some((one) => one.toLowerCase() === name) === isIn,
        }
      : undefined
    const changed = await hasChanged(state, () =>
      abilities.dialect.run(command, { player: playerArgument(given.playerName) }, { signal }),
    )
    return { changed }
  })

export const serverCapabilities: readonly JavaCapability[] = [
  reading('ext.java.allowlist.get', ['allowlist'], async ({ signal }, abilities) => ({
    players: await allowlistOf(abilities, signal),
  })),

  listing('ext.java.allowlist.add', 'allow', true),
  listing('ext.java.allowlist.remove', 'disallow', false),

  capability('ext.java.allowlist.enable', ['enableAllowlist'], async ({ signal }, { dialect }) => {
    const { outcome } = await dialect.run('enableAllowlist', {}, { signal })
    return { changed: outcome === 'done', ...(reportsChange(dialect) && { wasEnabled: outcome !== 'done' }) }
  }),

  capability('ext.java.allowlist.disable', ['disableAllowlist'], async ({ signal }, { dialect }) => {
    const { outcome } = await dialect.run('disableAllowlist', {}, { signal })
    return { changed: outcome === 'done', ...(reportsChange(dialect) && { wasEnabled: outcome === 'done' }) }
  }),

  capability('ext.java.world.save', ['saveAll', 'saveAllNow'], async ({ given, signal }, { dialect }) => {
    await dialect.run(given.flush === true ? 'saveAllNow' : 'saveAll', {}, { signal })
    return { saved: true }
  }),

  capability('system.reload', ['reload'], async ({ given, signal }, { dialect }) => {
    if (given.pluginName !== undefined) {
      throw new GatewayError('BUSINESS.OPERATION_FAILED', {
        message: 'A Java server reloads all its data packs together.',
        suggestion: 'Leave pluginName out.',
      })
    }
    await dialect.run('reload', {}, { signal })
    return { success: true }
  }),

  {
    id: 'system.backup',
    missingFeature: (abilities) => (abilities.backups ? undefined : missingFilesOrConsole(abilities)),
    async run({ given, signal, scheduled }, { backups }) {
      if (!backups) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
      const { id, at, bytes, worlds, leftOut, skipped } = await backups.backup({
        signal,
        scheduled,
        ...(typeof given.name === 'string' && { name: given.name }),
      })
      return {
        backupId: id,
        createdAt: at,
        sizeBytes: bytes,
        worlds: worlds.slice(0, maxListed).map(shownPath),
        leftOut: leftOut.slice(0, maxListed).map((one) => ({ path: shownPath(one.path), reason: one.reason })),
        leftOutCount: skipped,
      }
    },
  },
  {
    id: 'system.restore',
    missingFeature(abilities) {
      if (!abilities.backups) return missingFilesOrConsole(abilities)
      const { local, files } = abilities.files?.folder ?? {}
      return local || files?.writer ? undefined : { kind: 'folder' }
    },
    async run({ given }, { backups }) {
      if (!backups) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
      return restoreBackup(given, backups)
    },
  },

  capability('ext.java.command.run', [], async ({ given, signal }, { dialect }) => {
    const reply = await dialect.runText(String(given.command), { signal })
    const failure = failureIn(reply)
    if (failure) throw failure
    const { typed } = riskOfCommand(String(given.command))
    const text = cleanText(withoutDecoration(reply), maxReplyLength)
    if (text.trim() === '' && (dialect.traits.isSilent || !isQuiet(String(given.command)))) throw emptyReply()
    return { reply: text, ...(typed !== undefined && { typedTool: typed }) }
  }),
]
