import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { read } from './promise-table.js'

const root = path.resolve(import.meta.dirname, '../..')

const withReadme = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    // The page of the kit names files of its reader.
    .filter(({ name }) => name !== 'kit')
    .filter((entry) => entry.isDirectory() && existsSync(path.join(root, folder, entry.name, 'README.md')))
    .map(({ name }) => `${folder}/${name}/README.md`)

const documents = [
  ...[
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'README.md',
    'docs/invariants.md',
    'docs/governance.md',
    'docs/adr/README.md',
  ],
  ...['src-renderer/README.md', 'test/README.md', ...withReadme('src-main'), ...withReadme('agents')],
]

/** From the folder of the document, from the root, or from `src-main`. */
const isThere = (document: string, file: string): boolean =>
  [path.dirname(document), '.', 'src-main'].some((folder) => existsSync(path.join(root, folder, file)))

describe('documents', () => {
  it.each(documents)('%s links only to files that exist', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/gu)].map(([, file = '']) => file)
    expect(links.filter((file) => !existsSync(path.join(root, path.dirname(document), file)))).toEqual([])
  })

  it.each(documents)('%s names only source files and folders that exist', (document) => {
    const named = [...read(document).matchAll(/`([a-z][\w./-]*(?:\/|\/[\w-]+\.(?:css|json|yml)|\.tsx?))`/gu)].map(
      ([, file = '']) => file,
    )
    const isSource = (file: string): boolean => !/^(?:dist|release|client-keys)\//u.test(file)
    expect(named.filter((file) => isSource(file) && !isThere(document, file))).toEqual([])
  })
})

describe('the invariants', () => {
  const text = read('docs/invariants.md')

  it('number eight, and each has rules, modules and a test', () => {
    const sections = text.split(/^## \d\. /mu).slice(1)
    expect(sections).toHaveLength(8)
    for (const section of sections) expect(section).toMatch(/^\| .+ \| `src-main\/.+ \| `test\/.+` \|$/mu)
  })
})
