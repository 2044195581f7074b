/**
 * Plain path: the one rule for names of worlds and of files in a backup, held when a backup is made, listed and
 * restored (invariant 7).
 *
 * A plain path is relative, its parts are divided by `/`, and it stays below the folder it is joined to, on every
 * system. A backslash divides on Windows only, so no name may have one.
 */

/** Maximum characters. */
const longest = 4_096

export const isPlainPath = (file: string): boolean =>
  file.length <= longest && !/^[a-z]:/iu.test(file) && file.split('/').every(isPlainName)

const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('\\') && !name.includes('\0')
