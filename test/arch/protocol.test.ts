import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { contractVersion } from '@contract/product.js'
import { describe, expect, it } from 'vitest'
import { expectations } from '../../agents/kit/check/expectations.js'
import { expectModulesExist, promisesIn, read } from './promise-table.js'
import { sourceFiles } from './source-files.js'

const files = readdirSync(path.resolve(import.meta.dirname, '../../docs/protocol'))
  .map((name) => `docs/protocol/${name}`)
  .sort()
const documents = ['docs/protocol.md', ...files]
/** Anchors are on separate lines; those in the rows of the index only link to them. */
const anchorsIn = (document: string): string[] =>
  [...read(document).matchAll(/^<a id="([a-z0-9-]+)"><\/a>$/gmu)].map(([, id = '']) => id)
const anchors: readonly string[] = documents.flatMap(anchorsIn)

describe('the protocol reference', () => {
  it('has every anchor once, in all its documents together', () => {
    expect(anchors.length).toBeGreaterThan(100)
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([])
  })

  it('links from its first page to every anchor of the others', () => {
    const rows = /^\| <a id="([a-z0-9-]+)"><\/a>\[([a-z0-9-]+)\]\((protocol\/[a-z]+\.md)#([a-z0-9-]+)\)/gmu
    const listed = [...read('docs/protocol.md').matchAll(rows)].map(([, ...cells]) => cells)
    const expected = files.flatMap((file) => anchorsIn(file).map((id) => [id, id, file.replace('docs/', ''), id]))
    expect(listed).toEqual(expected)
  })

  it.each(documents)('%s links only to files and anchors that are there', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/gu)]
    const broken = links.filter(([, file = '', id]) => {
      const target = file === '' ? document : path.posix.join(path.posix.dirname(document), file)
      if (!existsSync(path.resolve(import.meta.dirname, '../..', target))) return true
      return id !== undefined && documents.includes(target) && !anchorsIn(target).includes(id)
    })
    expect(links.length).toBeGreaterThan(0)
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

/** A row for each section; its key is a link to it. */
const rows = promisesIn('docs/contract.md').map((row) => ({
  ...row,
  key: /^\[([a-z0-9-]+)\]/u.exec(row.key)?.[1] ?? row.key,
}))

describe('the table of tests in the reference', () => {
  it('covers every section about agents, manifests and calls once', () => {
    const proved = rows.map(({ key }) => key)
    const expected = ['agents', 'manifests', 'calls'].flatMap((name) => anchorsIn(`docs/protocol/${name}.md`))
    expect(expected.filter((anchor) => !proved.includes(anchor))).toEqual([])
    expect(proved.filter((anchor, at) => !anchors.includes(anchor) || proved.indexOf(anchor) !== at)).toEqual([])
  })

  it.each(rows)('$key: $promise', expectModulesExist)

  // verifies: conventions
  it('uses the terms of the architecture', () => {
    for (const term of ['**consumer**', '**provider**', '**capabilities**'])
      expect(read('ARCHITECTURE.md')).toContain(term)
  })

  // verifies: versions-contract
  it('describes the supported version of the contract', () => {
    expect(read('docs/protocol/manifests.md')).toContain(`This document describes version ${contractVersion}.`)
  })
})

describe('references to the protocol document', () => {
  it('in gatehouse check name existing anchors', () => {
    expect(expectations.filter(({ anchor }) => !anchors.includes(anchor))).toEqual([])
  })

  it('name no document that is not in this repository', () => {
    const left = sourceFiles().filter((file) => /\bspecifications?\s[1-5]\b/iu.test(read(file)))
    expect(left).toEqual([])
  })

  it('name existing anchors', () => {
    const missing = sourceFiles().flatMap((file) =>
      [...read(file).matchAll(/docs\/protocol\.md#([a-z0-9-]+)/gu)]
        .filter(([, id = '']) => !anchors.includes(id))
        .map(([citation]) => `${file}: ${citation}`),
    )
    expect(missing).toEqual([])
  })
})
