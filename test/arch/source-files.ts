/** Source files: all text files of the repository that people edit. */
import { readdirSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const folders = ['agents', 'docs', 'schemas', 'scripts', 'src-main', 'src-overlay', 'src-phone', 'src-renderer', 'test']
const pages = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md']
/** What is installed or built, in any folder. */
const foreign: ReadonlySet<string> = new Set(['node_modules', 'target', 'dist', 'build', 'images'])
const isText = /\.(?:css|html|java|json|md|mjs|ts|tsx|yml)$/u

/** Paths from the root, with slashes. */
export const sourceFiles = (): string[] => [...pages, ...folders.flatMap(filesIn)]

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return foreign.has(entry.name) ? [] : filesIn(file)
    return entry.isFile() && isText.test(entry.name) ? [file] : []
  })
