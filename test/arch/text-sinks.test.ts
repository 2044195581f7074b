/** Invariant 5: a text of an outsider reaches a model only through `policy/model-text.ts`, whose type no plain string has. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src-main')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file: file.split(path.sep).join('/'), text: readFileSync(path.join(root, file), 'utf8') }))

const holding = (pattern: RegExp, under: string): string[] =>
  files.filter(({ file, text }) => file.startsWith(under) && pattern.test(text)).map(({ file }) => file)

describe('texts that models read', () => {
  it('become part of an MCP message in one place, which takes model text alone', () => {
    expect(holding(/type: 'text'[,;]/u, 'consumers/')).toEqual([
      'consumers/mcp/text-content.ts',
      // Cuts the texts of results that were made of model text before.
      'consumers/xiaozhi/device-tools.ts',
    ])
  })

  it('are declared to be model text where they are made, and nowhere else', () => {
    expect(holding(/\bas (?:unknown as )?ModelText\b/u, '').sort()).toEqual([
      // A result that was made of model text before.
      'consumers/mcp/meta-tools/get-approval.ts',
      // Values that were each made by `quoted`.
      'consumers/mcp/result-sentences.ts',
      // Descriptions of our own manifests.
      'gateway/model-answers.ts',
      'policy/model-text.ts',
    ])
  })
})
