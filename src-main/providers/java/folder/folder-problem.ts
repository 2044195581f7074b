/**
 * Folder problem: the reasons why a server's folder cannot be used, as errors with one action to take.
 *
 * `details.why` selects the localized text.
 */
import { GatewayError } from '@contract/gateway-error.js'

export type FolderProblem =
  | 'not-a-folder'
  | 'no-permission'
  | 'missing'
  | 'list-missing'
  | 'outside'
  | 'not-a-file'
  | 'too-large'
  | 'damaged'
  | 'unsupported'
  | 'not-generated'
  | 'level-name'
  | 'container-outside'
  | 'no-world'
  | 'compression'
  | 'region-format'
  | 'chunk-file-missing'
  | 'chunk-too-large'
  | 'chunk-in-parts'
  | 'keeps-changing'
  | 'disk-full'
  | 'unreadable'

const sentences: Readonly<Record<FolderProblem, readonly [message: string, suggestion: string]>> = {
  'not-a-folder': ['This is not a folder.', 'Choose the folder that holds server.properties.'],
  'no-permission': [
    'Gatehouse has no permission to read or write there.',
    'Run Gatehouse and the server as the same user.',
  ],
  missing: ['The file is missing.', 'Choose the folder that holds server.properties, and start the server once.'],
  'list-missing': [
    'The file with this list is missing, so who is on it is not known.',
    'Check that the chosen folder is the one in which the server runs. The server writes the file when it starts.',
  ],
  outside: ['A link leads out of the server folder.', 'Choose the folder in which the files really are.'],
  'not-a-file': ['This is not a regular file.', 'Check what is in the server folder.'],
  'too-large': ['The file is too large.', 'Check what is in the server folder.'],
  damaged: [
    'The file is damaged or incomplete.',
    'Run save-all on the server, then try again. Otherwise restore a backup.',
  ],
  unsupported: ['This world format is not supported.', 'Worlds of Minecraft 1.13 and later can be read.'],
  'not-generated': ['The world is not generated there yet.', 'Send a player there, run save-all, then try again.'],
  'level-name': [
    "level-name in server.properties does not name a folder inside the server's folder.",
    'Set level-name to the name of a folder, such as world.',
  ],
  'container-outside': [
    'The worlds of this server are outside of its folder: world-container in bukkit.yml or a start script says so.',
    'Move the worlds into the folder of the server, and change world-container.',
  ],
  'no-world': [
    'There is no world at this place.',
    'Check level-name in server.properties and world-container in bukkit.yml. If the server is new, start it once.',
  ],
  compression: [
    'This chunk uses a compression that Gatehouse does not support: {name}. A fork or a mod of the server writes it.',
    'To let Gatehouse read it, set region-file-compression=deflate and turn off the compression of the fork or mod. The server converts each chunk when it saves it.',
  ],
  'region-format': [
    'The regions of this world are {name} files, a format that Gatehouse does not support. It reads .mca files.',
    'Backups copy this format too. To let Gatehouse read and undo blocks, convert the world back to .mca.',
  ],
  'chunk-file-missing': ['The .mcc file of a large chunk is missing.', 'Put the file back, for example from a backup.'],
  'chunk-too-large': [
    'This chunk is too large for Gatehouse to read.',
    'Choose an area without that chunk. Containers full of books make a chunk large.',
  ],
  'chunk-in-parts': [
    'Paper stored this chunk in two files, a format that Gatehouse does not support.',
    'Update Paper, go there with a player and run save-all: newer versions store the chunk in one file.',
  ],
  'keeps-changing': ['The server is saving the world right now.', 'Try again in a moment.'],
  'disk-full': ['The disk is full.', 'Free some space, then try again.'],
  unreadable: ["The file can't be read.", 'Check the disk and the permissions.'],
}

/**
 * @param file path inside the folder, or the folder itself
 * @param extra.name what the sentence names; letters, digits and punctuation only
 */
export function folderError(
  why: FolderProblem,
  file: string,
  extra: { readonly cause?: unknown; readonly detail?: string; readonly name?: string } = {},
): GatewayError {
  const [sentence, suggestion] = sentences[why]
  const message = sentence.replace('{name}', () => extra.name ?? 'unknown')
  return new GatewayError('BUSINESS.OPERATION_FAILED', {
    message,
    suggestion,
    details: {
      why: `folder-${why}`,
      file,
      ...(extra.name !== undefined && { name: extra.name }),
      ...(extra.detail !== undefined && { detail: extra.detail }),
    },
    ...(extra.cause !== undefined && { cause: extra.cause }),
  })
}

const problemOfCode: Readonly<Record<string, FolderProblem>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'no-permission',
  EISDIR: 'not-a-file',
  ELOOP: 'outside',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
}

/** Converts a file system error to a folder problem; existing folder problems are passed on. */
export function asFolderError(thrown: unknown, file: string): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  const { code = '' } = thrown as NodeJS.ErrnoException
  return folderError(problemOfCode[code] ?? 'unreadable', file, { cause: thrown, ...(code && { detail: code }) })
}

/** Whether the file does not exist. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof GatewayError && thrown.details?.why === 'folder-missing'
