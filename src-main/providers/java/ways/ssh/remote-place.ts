/**
 * Remote place: finds a path inside a server's folder on another computer, without leaving the folder (invariant 7).
 *
 * Every part of a path is looked at, because not every server resolves links when it is asked for a real path. A link
 * is followed here, and only inside the folder: the path that is opened has none.
 */
import { type FolderProblem, folderError } from '../../folder/folder-problem.js'
import { type RemoteFacts, type SftpChannel, SftpRefusal, sftpStatus } from './sftp-channel.js'

export interface RemotePlace {
  readonly channel: SftpChannel
  /** Absolute, without links. */
  readonly path: string
  readonly facts: RemoteFacts
}

const maxLinks = 16
const maxPath = 4_096

/** Parts of a path inside the folder. @throws GatewayError when it leads out */
export function partsOf(relative: string): readonly string[] {
  const parts = relative.split('/').filter((part) => part !== '' && part !== '.')
  if (relative.length > maxPath || parts.some((part) => part === '..' || /[\\\0]/u.test(part)))
    throw folderError('outside', relative)
  return parts
}

/** Absolute path of the folder, which is there. @throws GatewayError */
export async function rootOf(channel: SftpChannel, folder: string): Promise<string> {
  // `/~/servers` begins in the user's home, as in addresses of Git.
  const asked = /^\/~(?:\/|$)/u.test(folder) ? `.${folder.slice(2)}` : folder
  const root = await channel.realpath(asked)
  if (!root.startsWith('/') || root.length > maxPath || root.includes('\0')) throw folderError('not-a-folder', folder)
  if ((await channel.facts(root)).kind !== 'folder') throw folderError('not-a-folder', folder)
  return root === '/' ? '' : root.replace(/\/$/u, '')
}

/**
 * @param root as `rootOf`
 * @throws GatewayError when it leads out of the folder; SftpRefusal, for example when it is missing
 */
export async function placeIn(channel: SftpChannel, root: string, relative: string): Promise<RemotePlace> {
  let parts = partsOf(relative)
  for (let links = 0; links <= maxLinks; links += 1) {
    const at = parts
    const paths = at.map((_, index) => [root, ...at.slice(0, index + 1)].join('/'))
    if (paths.length === 0) return { channel, path: root || '/', facts: await channel.facts(root || '/') }
    // All at once: one way there and back, however deep it is.
    const looks = await Promise.allSettled(paths.map((path) => channel.ownFacts(path)))
    const index = looks.findIndex((look) => look.status === 'rejected' || look.value.kind === 'link')
    const look = looks[index]
    if (!look) {
      const [path = '', last] = [paths.at(-1), looks.at(-1)]
      if (last?.status === 'fulfilled') return { channel, path, facts: last.value }
    } else if (look.status === 'rejected') throw look.reason
    const target = await channel.readlink(paths[index] ?? '')
    parts = [...followed(root, at.slice(0, index), target, relative), ...at.slice(index + 1)]
  }
  throw folderError('outside', relative)
}

/** Parts of where a link leads. Those before it are no links, so `..` means their folder. */
function followed(root: string, before: readonly string[], target: string, relative: string): readonly string[] {
  const isAbsolute = target.startsWith('/')
  if (target.length > maxPath || /[\\\0]/u.test(target)) throw folderError('outside', relative)
  if (isAbsolute && !`${target}/`.startsWith(`${root}/`)) throw folderError('outside', relative)
  const parts = isAbsolute ? [] : [...before]
  for (const part of (isAbsolute ? target.slice(root.length) : target).split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) throw folderError('outside', relative)
  }
  return parts
}

export const isRefusedAs = (error: unknown, status: keyof typeof sftpStatus): boolean =>
  error instanceof SftpRefusal && error.status === sftpStatus[status]

const problemOfStatus: Readonly<Record<number, FolderProblem>> = {
  [sftpStatus.missing]: 'missing',
  [sftpStatus.noPermission]: 'no-permission',
}

/** Runs `work`; what the server refuses becomes a problem of the folder. */
export async function asked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SftpRefusal)) throw error
    throw folderError(problemOfStatus[error.status] ?? 'unreadable', file, { cause: error })
  }
}
