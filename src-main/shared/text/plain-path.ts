/**
 * Plain path: parses the absolute path of a file without disk access, so that a person sees its real target and a rule
 * can cover a folder.
 *
 * Guards invariant 5: `..` is resolved, and parts that a program may interpret differently are reported. Guards
 * invariant 3: a folder is only matched in its plain spelling; any other spelling needs an approval.
 */

/**
 * `climbs`: contains `..`. `expands`: a program may replace a part, such as `~` or `$HOME`. `unusual`: characters that
 * are confusable, invisible, or special for a program.
 */
export type PathWarning = 'climbs' | 'expands' | 'unusual'

export interface PlainPath {
  readonly system: 'posix' | 'windows'
  /** Absolute, without `.` and `..`. */
  readonly resolved: string
  readonly warnings: readonly PathWarning[]
}

export const maxPathLength = 4_096

const drive = /^[A-Za-z]:[\\/]/u

/** Undefined when the text is not an absolute path. */
export function plainPath(text: string): PlainPath | undefined {
  if (text.length > maxPathLength) return undefined
  const isWindows = drive.test(text)
  if (!isWindows && (!text.startsWith('/') || text.startsWith('//'))) return undefined
  const parts = isWindows ? text.slice(3).split(/[\\/]/u) : text.slice(1).split('/')
  const kept: string[] = []
  for (const part of parts) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  const rest = parts.join('/')
  const warnings: PathWarning[] = []
  if (parts.includes('..')) warnings.push('climbs')
  if (/[~$%`*?]/u.test(rest)) warnings.push('expands')
  if (kept.some((part) => !plainPart.test(part.replace(/[~$%`*?]/gu, '_')))) warnings.push('unusual')
  return {
    system: isWindows ? 'windows' : 'posix',
    resolved: isWindows ? `${text.slice(0, 2)}\\${kept.join('\\')}` : `/${kept.join('/')}`,
    warnings,
  }
}

/** Characters without special meaning in file systems and programs, except those that must not end a name. */
const within = '[\\p{L}\\p{N}\\p{M}_,()+=@#-]'
/** A name other than `.` and `..` that does not end with a character that Windows removes. */
const partSource = `(?:[. ]*${within})+`
/** The same without hidden names: programs store keys and settings under names that begin with a dot. */
const shownSource = `${within}(?:[. ]*${within})*`
const plainPart = new RegExp(`^${partSource}$`, 'u')

/** Whether a rule may cover this folder: absolute, plain, at least two levels below the root, and not a home folder. */
export function isPlainFolder(folder: string): boolean {
  const plain = plainPath(folder)
  if (plain?.resolved !== folder || plain.warnings.length > 0) return false
  const parts = folder.split(/[\\/]/u)
  return parts.length > 2 && !isHome(parts)
}

/** A folder directly below `home` or `Users` contains all data of a user. `/root` is too short anyway. */
const isHome = (parts: readonly string[]): boolean => homesOf.has(parts.at(-2)?.toLowerCase() ?? '')
const homesOf: ReadonlySet<string> = new Set(['home', 'users'])

/**
 * The folder of a path, or the path itself when its last name has no extension or is hidden; undefined when no rule may
 * cover it.
 */
export function folderOf(text: string): string | undefined {
  const plain = plainPath(text)
  if (!plain || plain.warnings.length > 0 || !new RegExp(sourceUnder(plain.resolved), 'u').test(text)) return undefined
  const separator = plain.system === 'windows' ? '\\' : '/'
  const at = plain.resolved.lastIndexOf(separator)
  const folder =
    plain.resolved.indexOf('.', at + 2) > 0 && plain.resolved[at + 1] !== '.'
      ? plain.resolved.slice(0, at)
      : plain.resolved
  return isPlainFolder(folder) ? folder : undefined
}

/**
 * A regular expression for the folder and the content of it and its subfolders, in plain spelling, without hidden names.
 * Each character can match in only one way, so the time is linear.
 */
export function sourceUnder(folder: string): string {
  const isWindows = drive.test(folder)
  const separator = isWindows ? '[\\\\/]' : '/'
  const parts = folder.slice(isWindows ? 3 : 1).split(isWindows ? '\\' : '/')
  const letter = folder.charAt(0)
  const top = isWindows ? `[${letter.toUpperCase()}${letter.toLowerCase()}]:` : ''
  const start = top + parts.map((part) => separator + escaped(part)).join('')
  return `^${start}(?:${separator}${shownSource})*$`
}

const escaped = (part: string): string => part.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
