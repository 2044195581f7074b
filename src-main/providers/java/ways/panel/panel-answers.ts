/**
 * Panel answers: reads what a panel sends, with bounds on every text and list.
 *
 * A panel is another party: a member that is missing or of another kind makes the answer invalid, never a guess.
 */
import { isObject } from '@contract/json/json-object.js'
import type { PowerState } from '@shared/servers/server-way.js'
import type { FileEntry } from '../../ports.js'
import type { ListedFile } from './listed-files.js'
import { PanelUnavailable } from './panel-failure.js'
import type { PanelEntry } from './panel-orders.js'
import { isPanelId, missingPermissions } from './panel-routes.js'

type Attributes = Readonly<Record<string, unknown>>

const maxServers = 500
const maxFiles = 100_000
const maxText = 191

export interface PanelServer {
  readonly name: string
  /** Short; also the user name of SFTP. */
  readonly identifier: string
  readonly uuid: string
  /** The panel's name for the node, not its address. */
  readonly nodeName: string
  readonly isOwner: boolean
  readonly sftp?: { readonly host: string; readonly port: number }
  /** Why nothing works at present; absent when all is well. */
  readonly obstacle?: 'suspended' | 'installing' | 'restoring' | 'transferring' | 'maintenance' | 'busy'
  /** Number of backups that the plan allows. */
  readonly maxBackups: number
}

/** A server as the account sees it. */
export interface PanelServerDetails extends PanelServer {
  readonly permissions: readonly string[]
  /** Those of Gatehouse's own list that are missing. */
  readonly missing: readonly string[]
}

export function serversIn(answer: unknown): { readonly servers: readonly PanelServer[]; readonly pages: number } {
  return { servers: itemsIn(answer, maxServers).map(serverOf), pages: pagesIn(answer) }
}

export function serverDetailsIn(answer: unknown): PanelServerDetails {
  const server = serverOf(attributesIn(answer))
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  const granted = Array.isArray(meta.user_permissions) ? (meta.user_permissions as unknown[]) : []
  const permissions = granted.filter((name): name is string => typeof name === 'string').slice(0, 200)
  return { ...server, permissions, missing: missingPermissions(permissions) }
}

function serverOf(found: Attributes): PanelServer {
  const { identifier, uuid, sftp_details: sftp, feature_limits: limits } = found
  if (typeof uuid !== 'string' || !isPanelId(uuid)) throw invalid('uuid')
  const short = typeof identifier === 'string' && isPanelId(identifier) ? identifier : uuid.slice(0, 8)
  const backups = isObject(limits) ? limits.backups : 0
  const obstacle = obstacleOf(found)
  return {
    name: textOf(found.name) ?? short,
    identifier: short,
    uuid,
    nodeName: textOf(found.node) ?? '',
    isOwner: found.server_owner === true,
    maxBackups: typeof backups === 'number' && backups > 0 ? Math.floor(backups) : 0,
    ...(isObject(sftp) && sftpOf(sftp)),
    ...(obstacle && { obstacle }),
  }
}

function sftpOf({ ip, port }: Attributes): Pick<PanelServer, 'sftp'> {
  const host = textOf(ip)
  if (host === undefined || !isPort(port)) return {}
  return { sftp: { host, port } }
}

const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536

function obstacleOf(found: Attributes): PanelServer['obstacle'] {
  if (found.is_suspended === true || found.status === 'suspended') return 'suspended'
  if (found.is_node_under_maintenance === true) return 'maintenance'
  if (found.is_transferring === true) return 'transferring'
  if (found.status === 'restoring_backup') return 'restoring'
  if (found.is_installing === true) return 'installing'
  if (typeof found.status !== 'string') return undefined
  return found.status.includes('install') ? 'installing' : 'busy'
}

export interface PanelTicket {
  readonly token: string
  readonly socket: URL
}

export function ticketIn(answer: unknown): PanelTicket {
  const data = isObject(answer) && isObject(answer.data) ? answer.data : {}
  const { token, socket } = data
  if (typeof token !== 'string' || token.length > 8_192 || !/^[\w.=-]+$/u.test(token)) throw invalid('token')
  if (typeof socket !== 'string' || !URL.canParse(socket)) throw invalid('socket')
  const url = new URL(socket)
  if (url.protocol !== 'wss:' && url.protocol !== 'ws:') throw invalid('socket')
  return { token, socket: url }
}

export function signedAddressIn(answer: unknown): URL {
  const { url } = attributesIn(answer)
  if (typeof url !== 'string' || !URL.canParse(url)) throw invalid('url')
  return new URL(url)
}

export function stateIn(answer: unknown): PowerState {
  return powerStateOf(attributesIn(answer).current_state)
}

/** The words of Wings. */
export function powerStateOf(word: unknown): PowerState {
  switch (word) {
    case 'offline':
      return 'stopped'
    case 'starting':
    case 'running':
    case 'stopping':
      return word
    default:
      return 'unknown'
  }
}

export const filesIn = (answer: unknown): readonly ListedFile[] => itemsIn(answer, maxFiles).flatMap(fileOf)

function fileOf(found: Attributes): readonly ListedFile[] {
  const { name, size, modified_at: modifiedAt } = found
  // A name that could leave the folder is none.
  if (typeof name !== 'string' || name === '' || name === '.' || name === '..' || /[/\0]/u.test(name)) return []
  const modified = typeof modifiedAt === 'string' ? Date.parse(modifiedAt) : Number.NaN
  if (typeof size !== 'number' || !Number.isFinite(modified)) throw invalid('files')
  return [{ name, size: Math.max(0, size), modified, kind: kindOf(found) }]
}

/** Wings of Pterodactyl says of no file that it is a link; the mode does, as its first letter. */
function kindOf({ is_file: isFile, is_symlink: isLink, mode }: Attributes): FileEntry['kind'] {
  const type = typeof mode === 'string' ? mode : ''
  if (isLink === true || type.startsWith('L')) return 'link'
  if (isFile === false || type.startsWith('d')) return 'folder'
  return type === '' || type.startsWith('-') ? 'file' : 'other'
}

export interface PanelBackup {
  readonly uuid: string
  readonly name: string
  readonly bytes: number
  readonly created: number
  readonly isLocked: boolean
  readonly state: 'running' | 'done' | 'failed'
}

export const backupsIn = (answer: unknown): readonly PanelBackup[] => itemsIn(answer, maxServers).map(backupOf)
export const backupIn = (answer: unknown): PanelBackup => backupOf(attributesIn(answer))

function backupOf(found: Attributes): PanelBackup {
  const { uuid, bytes, created_at: createdAt, completed_at: completedAt } = found
  if (typeof uuid !== 'string' || !isPanelId(uuid)) throw invalid('backup')
  const created = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  const isDone = typeof completedAt === 'string'
  return {
    uuid,
    name: textOf(found.name) ?? '',
    bytes: typeof bytes === 'number' && bytes >= 0 ? bytes : 0,
    created: Number.isFinite(created) ? created : 0,
    isLocked: found.is_locked === true,
    // Before it is complete, a backup counts as not successful.
    state: !isDone ? 'running' : found.is_successful === true ? 'done' : 'failed',
  }
}

export interface PanelActivityPage {
  /** Done by a key of the panel's API, not on its pages. */
  readonly entries: readonly PanelEntry[]
  /** Milliseconds since 1970 of the oldest entry. */
  readonly oldest: number
  readonly pages: number
}

export function activityIn(answer: unknown): PanelActivityPage {
  const all = itemsIn(answer, maxServers).map(({ event, is_api: isApi, timestamp }) => {
    const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
    if (!Number.isFinite(at) || typeof isApi !== 'boolean') throw invalid('activity')
    return { event: textOf(event) ?? '', at, isApi }
  })
  const entries = all.filter(({ isApi }) => isApi).map(({ event, at }) => ({ event, at }))
  return { entries, oldest: Math.min(...all.map(({ at }) => at)), pages: pagesIn(answer) }
}

function pagesIn(answer: unknown): number {
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  const pages = isObject(meta.pagination) ? meta.pagination.total_pages : 1
  return typeof pages === 'number' && pages >= 1 ? Math.min(pages, 10) : 1
}

function itemsIn(answer: unknown, most: number): readonly Attributes[] {
  if (!isObject(answer) || !Array.isArray(answer.data)) throw invalid('data')
  if (answer.data.length > most) throw invalid('data')
  return (answer.data as unknown[]).map(attributesIn)
}

function attributesIn(item: unknown): Attributes {
  if (!isObject(item) || !isObject(item.attributes)) throw invalid('attributes')
  return item.attributes
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.replaceAll(/\p{Cc}/gu, ' ').slice(0, maxText) : undefined

const invalid = (member: string): PanelUnavailable => new PanelUnavailable('unexpected', { details: { member } })
