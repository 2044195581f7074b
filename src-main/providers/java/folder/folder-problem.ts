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
  'disk-full': ['The disk is full.', 'Free some space, then try again.'],
  unreadable: ["The file can't be read.", 'Check the disk and the permissions.'],
}

/** @param file path inside the folder, or the folder itself */
export function folderError(
  why: FolderProblem,
  file: string,
  extra: { readonly cause?: unknown; readonly detail?: string } = {},
): GatewayError {
  const [message, suggestion] = sentences[why]
  return new GatewayError('BUSINESS.OPERATION_FAILED', {
    message,
    suggestion,
    details: { why: `folder-${why}`, file, ...(extra.detail !== undefined && { detail: extra.detail }) },
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
