/**
 * Thread source: a program of `dist/` as text for a thread, because its file may be in an archive that only the main
 * thread can read.
 *
 * Packages are found from the program and not from the working folder. That of SQLite is in the archive too, and is not
 * loaded where Node has SQLite itself.
 */
import { readFileSync } from 'node:fs'

export const threadSource = (program: string): string => `
((load) => {
  const hasSqlite = process.getBuiltinModule?.('node:sqlite') !== undefined
  const require = (name) => (hasSqlite && name === '@photostructure/sqlite' ? {} : load(name))
  ${readFileSync(program, 'utf8')}
})(require('node:module').createRequire(${JSON.stringify(program)}))`
