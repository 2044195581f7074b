/**
 * Invariant 5: a text of an outsider reaches a model, a terminal, a log, a file name or a page only through the one module
 * of that sink, whose type no plain string has. Here stands what the compiler can't see: that nothing writes past it.
 */
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

describe('texts that terminals are sent', () => {
  it('are written in these places, and nowhere else', () => {
    const writes = /\bprocess\.std(?:out|err)\.write\(|\bconsole\.(?:log|info|debug|warn|error)\(|\bsayIn\(/u
    expect(holding(writes, '').sort()).toEqual([
      // An agent of somebody else, in a process of its own.
      'agent-sdk/agent.ts',
      // `escapedStack` of a bug.
      'cli.ts',
      // The one way of every verb, which takes `TerminalText` alone; the rest are questions that stand in the source.
      'cli/process-surroundings.ts',
      // `escapedReason` of what the module threw.
      'embedded-service.ts',
      // JSON lines (`escapedJson`), and options that are escaped.
      'headless.ts',
      // `escapedStack` of a bug, and sentences of ours.
      'main.ts',
      // Messages to this program, which is no terminal; what the module prints goes to a pipe that is read as a log.
      'providers/mcp-service/embedded/host.ts',
      // Where the log is.
      'shell/terminal.ts',
      // `escapedStack` of a bug.
      'simulator-process.ts',
      // Messages of the protocol, and `escapedText` for people.
      'stdio-bridge.ts',
    ])
  })

  it('escape what they did not word themselves, outside of the command line too', () => {
    const raw =
      /console\.error\((?!escaped|alreadyRunning\[|`\$\{capabilityId)|stderr\.write\((?!`\\n|question|'\\n'|`\$\{terminalBytes|`gatehouse-bridge: \$\{escaped)/u
    expect(holding(raw, '')).toEqual([])
  })

  it('are made in one module, and several lines of ours come from help texts alone', () => {
    expect(holding(/\bas (?:unknown as )?TerminalText\b|\bTerminalText\.|new TerminalText\b/u, '')).toEqual([
      'cli/text.ts',
    ])
    expect(holding(/[^.]\bownLines\((?!text: string)/u, '')).toEqual(['cli/command-line.ts'])
  })
})

describe('texts that are logged', () => {
  it('are messages of our own and escaped details, written in one place', () => {
    expect(holding(/\bimplements Log\b|\): Log \{/u, '')).toEqual(['storage/file-log.ts'])
    expect(holding(/escapedJson\(/u, 'storage/')).toEqual(['storage/file-log.ts'])
  })

  it('have no message that a cast let through', () => {
    expect(
      holding(/\bas (?:unknown as )?OwnWords\b|\blog\.(?:info|warn|error)\([^)]*\bas (?:never|any)\b/u, ''),
    ).toEqual([])
  })
})
