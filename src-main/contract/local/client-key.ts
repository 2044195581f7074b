/**
 * Client key file: contains the key of the AI client that started the stdio bridge.
 *
 * A client's configuration contains only the name of the file, no secret (invariant 8). The name becomes part of a path,
 * so it is validated before any file is opened.
 */

/** The folder in the profile, with one file for each client. */
export const clientKeysFolder = 'client-keys'

/** Folder of the profile with the lists that each client received last, a file for each key name. */
export const lastListsFolder = 'last-lists'

/** Maximum number of characters of a key name. */
export const maxKeyNameLength = 64

/** Windows opens a device instead of a file with such a name, whatever its extension is. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/u

const keyNamePattern = /^[a-z0-9][a-z0-9-]{0,63}$/u

/** Lower-case letters, digits and hyphens: the same file name on every system, and never a path. */
export const isKeyName = (name: string): boolean => keyNamePattern.test(name) && !deviceNames.test(name)

/** The name of the file in its folder. */
export const keyFileName = (name: string): string => `${name}.key`

/** The key name for the name of a program. Names in other scripts are distinguished by an appended checksum. */
export function keyNameFrom(name: string): string {
  const given = name.slice(0, 4 * maxKeyNameLength).trim()
  const words = given
    .toLowerCase()
    .split(/[^a-z0-9]/u)
    .filter((word) => word !== '')
  const isPlain = /^[\x20-\x7e]*$/u.test(given) && words.length > 0
  const joined = (isPlain ? words : [...words, 'program', checksum(given)]).join('-').slice(-maxKeyNameLength)
  const bare = joined.startsWith('-') ? joined.slice(1) : joined
  return isKeyName(bare) ? bare : `${bare}-program`
}

/** FNV-1a in hex: enough to distinguish the names that one person uses. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const tokenPattern = /^gh_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/u

/** The key in the text of a key file; undefined when the text is not a key. */
export const parseKeyFile = (text: string): string | undefined => {
  const token = text.trim()
  return tokenPattern.test(token) ? token : undefined
}
