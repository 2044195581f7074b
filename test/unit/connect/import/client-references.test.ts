import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ClientContext,
  partsOfClientText,
  type ReferenceDialect,
} from '../../../../src-main/connect/import/client-references.js'
import { replaceReferences } from '../../../../src-main/policy/services/service-references.js'
import { forAll } from '../../../fixtures/properties.js'

const dialects: readonly ReferenceDialect[] = ['none', 'claude-code', 'editor', 'gemini', 'opencode', 'any']
const environment = { NAME: 'value', HOME: '/home/ada', USERPROFILE: 'C:\\Users\\ada' }

const written = (dialect: ReferenceDialect, text: string, context: ClientContext = { platform: 'linux' }): string =>
  partsOfClientText(
    dialect,
    context,
  )(text)
    .map((part) => part.written)
    .join('')
/** What a server gets. */
const started = (dialect: ReferenceDialect, text: string, context?: ClientContext): string =>
  replaceReferences(written(dialect, text, context), { environment, secret: () => undefined }, (name) => `<no ${name}>`)
const obstacleOf = (dialect: ReferenceDialect, text: string): unknown => {
  try {
    return written(dialect, text)
  } catch (thrown) {
    return (thrown as { obstacle?: unknown }).obstacle
  }
}

describe('what a client fills in', () => {
  it.each<[ReferenceDialect, string, string]>([
    ['claude-code', '${NAME}', 'value'],
    ['claude-code', '${NAME:-other}', 'value'],
    ['claude-code', '${NOT_SET:-/tmp/data}', '/tmp/data'],
    ['claude-code', '${NOT_SET:-https://example.org}/mcp', 'https://example.org/mcp'],
    ['claude-code', '${NOT_SET}', '<no NOT_SET>'],
    ['claude-code', 'costs $5 and $NAME', 'costs $5 and $NAME'],
    ['editor', 'Bearer ${env:NAME}', 'Bearer value'],
    ['editor', '${userHome}/x', '/home/ada/x'],
    ['editor', 'a${/}b${pathSeparator}c', 'a/b/c'],
    ['gemini', '$NAME', 'value'],
    ['gemini', '${NAME}/$NAME', 'value/value'],
    ['gemini', '${NOT_SET:-x}', 'x'],
    ['gemini', 'pa$word-$NOT_SET-$5', 'pa$word-$NOT_SET-$5'],
    ['opencode', 'Bearer {env:NAME}', 'Bearer value'],
    ['opencode', '${NAME} {"a":1}', '${NAME} {"a":1}'],
    ['any', '${NAME} ${env:NAME} ${NOT_SET:-x} $NAME', 'value value x $NAME'],
    ['any', '$NAME', 'value'],
    ['none', '${NAME} $NAME {env:NAME}', '${NAME} $NAME {env:NAME}'],
  ])('%s: %s reads as %s', (dialect, text, value) => expect(started(dialect, text)).toBe(value))

  it('is that of this computer and of the project', () => {
    const windows: ClientContext = { platform: 'win32', project: 'C:\\work\\pack' }
    expect(started('editor', '${userHome}${/}x', windows)).toBe('C:\\Users\\ada\\x')
    expect(started('editor', '${workspaceFolder}\\a ${workspaceFolderBasename}', windows)).toBe(
      'C:\\work\\pack\\a pack',
    )
  })

  it.each<[ReferenceDialect, string, string]>([
    ['editor', '${input:token}', 'input'],
    ['any', 'Bearer ${input:token}', 'input'],
    ['editor', '${workspaceFolder}/x', 'client-value'],
    ['editor', '${command:pick}', 'client-value'],
    ['editor', '${file:/run/key}', 'client-value'],
    ['opencode', '{file:~/.key}', 'client-value'],
    ['claude-code', '${CLAUDE_PLUGIN_ROOT}/x', 'client-value'],
    ['claude-code', '${A:-${NAME}}', 'client-value'],
    ['claude-code', '${name%/}', 'client-value'],
    ['claude-code', '$${NAME}', 'client-value'],
    ['any', '${open', 'client-value'],
  ])('%s: %s stays with the client (%s)', (dialect, text, obstacle) => expect(obstacleOf(dialect, text)).toBe(obstacle))

  it('is all that changes, for any text', () => {
    const text = fc
      .array(fc.oneof(fc.string(), fc.constantFrom('$', '{', '}', '${', ':-', 'env:', 'NAME')))
      .map((all) => all.join(''))
    forAll(fc.constantFrom(...dialects), text, (dialect, given) => {
      const result = obstacleOf(dialect, given)
      if (result === 'client-value' || result === 'input') return
      const parts = partsOfClientText(dialect, { platform: 'linux' })(given)
      if (!given.includes('${/}')) expect(parts.map((part) => part.text).join('')).toBe(given)
      const literal = parts.every(({ isReference }) => !isReference)
      if (literal && !given.includes('${/}')) expect(started(dialect, given)).toBe(given)
    })
  })
})
