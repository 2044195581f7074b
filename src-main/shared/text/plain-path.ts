/**
 * Plain path: the absolute path of a file, taken apart without asking any disk, so that a person sees where it leads and a rule can
 * say "in this folder".
 *
 * Guards invariant 5: `..` is resolved, and what a program may read differently from how it looks is named. Guards invariant 3:
 * a folder is only ever matched in its plain spelling; every other spelling is not matched, and so asks.
 */

/**
 * `climbs`: it held `..`. `expands`: a program may put something else in the place of a part, as of `~` or `$HOME`.
 * `unusual`: characters that look like others, are not seen, or mean something to a program.
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

/** Undefined for what is no absolute path. */
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

/** Characters that every file system and program takes for themselves; what may end a name, and what may not. */
const within = '[\\p{L}\\p{N}\\p{M}_,()+=@#-]'
/** A name that is neither `.` nor `..`, and does not end with what Windows drops. */
const partSource = `(?:[. ]*${within})+`
/** The same, of what is not hidden: programs keep keys and settings under names that begin with a dot. */
const shownSource = `${within}(?:[. ]*${within})*`
const plainPart = new RegExp(`^${partSource}$`, 'u')

/** Whether a rule may be about this folder: absolute, plain, not the top of a disk or next to it, and nobody's home. */
export function isPlainFolder(folder: string): boolean {
  const plain = plainPath(folder)
  if (plain?.resolved !== folder || plain.warnings.length > 0) return false
  const parts = folder.split(/[\\/]/u)
  return parts.length > 2 && !isHome(parts)
}

/** The folder right below `home` or `Users`, wherever that is, holds everything somebody has. Alone, `/root` is too short anyway. */
const isHome = (parts: readonly string[]): boolean => homesOf.has(parts.at(-2)?.toLowerCase() ?? '')
const homesOf: ReadonlySet<string> = new Set(['home', 'users'])

/** The folder that a path is in, or the path itself where its last name has no ending or is hidden; undefined where no rule may be about it. */
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
 * A regular expression for the folder and what lies in it and its subfolders, in plain spelling, without hidden names. Each character has one way to match, so it takes
 * linear time.
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
