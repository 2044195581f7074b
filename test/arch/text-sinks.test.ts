/**
 * Text sinks (invariant 5): external text reaches a model, a terminal, a log, a file name or a page only through the module
 * of that sink, which accepts no plain string. These tests check what the compiler cannot: no code bypasses that module.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../src-main')
const filesIn = (folder: string, prefix: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({
      file: `${prefix}${file.split(path.sep).join('/')}`,
      text: readFileSync(path.join(folder, file), 'utf8'),
    }))
const files = [...filesIn(root, ''), ...filesIn(path.resolve(root, '../agents/kit'), 'kit/')]

const holding = (pattern: RegExp, under: string): string[] =>
  files.filter(({ file, text }) => file.startsWith(under) && pattern.test(text)).map(({ file }) => file)

describe('texts that models read', () => {
  it('become part of an MCP message in one place, which accepts only model text', () => {
    expect(holding(/type: 'text'[,;]/u, 'consumers/')).toEqual([
      'consumers/mcp/text-content.ts',
      // Cuts the texts of results that were made of model text before.
      'consumers/xiaozhi/device-tools.ts',
    ])
  })

  it('are declared to be model text only where they are created', () => {
    expect(holding(/\bas (?:unknown as )?ModelText\b/u, '').sort()).toEqual([
      // A result that was made of model text before.
      'consumers/mcp/meta-tools/get-approval.ts',
      // Values that were each made by `quoted`.
      'consumers/mcp/result-sentences.ts',
      // Descriptions of our own manifests.
      'gateway/ports/model-responses.ts',
      'policy/text/model-text.ts',
    ])
  })
})

describe('our errors, which models read as sentences', () => {
  it('describe a wrong argument with `problemText`, which quotes the truncated value', () => {
    for (const folder of ['gateway/', 'consumers/', 'providers/'])
      expect(holding(/\bexpected \$\{[^`\n]*, got \$\{/u, folder)).toEqual([])
  })

  it('quote external names with `quoted` only', () => {
    const byHand = /\b(?:message|suggestion):[^\n]*`[^`\n]*["“]\$\{/u
    const outside = ['contract', 'policy', 'gateway', 'validation', 'providers', 'consumers', 'network']
    expect(outside.flatMap((folder) => holding(byHand, `${folder}/`)).sort()).toEqual([
      // A method that this program requests.
      'providers/mcp-service/connection/legacy-dialect.ts',
      // A header and programs of the configuration, which the owner wrote.
      'providers/mcp-service/process/environment.ts',
      'providers/mcp-service/process/program.ts',
    ])
  })
})

describe('texts that terminals are sent', () => {
  it('are written only in these places', () => {
    const writes = /\bprocess\.std(?:out|err)\.write\(|\bconsole\.(?:log|info|debug|warn|error)\(|\bwriteToTerminal\(/u
    expect(holding(writes, '').sort()).toEqual([
      // `escapedStack` of a bug.
      'cli.ts',
      // Used by every verb, accepts only `TerminalText`; the other outputs are literal questions.
      'cli/process-environment.ts',
      // Where the log is.
      'desktop-program.ts',
      // `escapedReason` of what the module threw.
      'embedded-service.ts',
      // JSON lines (`escapedJson`), and options that are escaped.
      'headless.ts',
      'headless/owner-door.ts',
      // `escapedText` of a warning about the command line.
      'headless/read-options.ts',
      // An agent of somebody else, in a process of its own.
      'kit/sdk/agent.ts',
      // `escapedStack` of a bug, and sentences of ours.
      'main.ts',
      // Messages to this program, which is no terminal; what the module prints goes to a pipe that is read as a log.
      'providers/mcp-service/embedded/host.ts',
      // Where the log is.
      'shell/system/terminal.ts',
      // `escapedStack` of a bug.
      'simulator-process.ts',
      // Messages of the protocol, and `escapedText` for people.
      'stdio-bridge.ts',
    ])
  })

  it('escape outside text, also outside the command line', () => {
    const raw =
      /console\.error\((?!escaped|alreadyRunning\[|`\$\{capabilityId)|stderr\.write\((?!`\\n|question|'\\n'|`\$\{terminalBytes|`gatehouse-bridge: \$\{escaped)/u
    expect(holding(raw, '')).toEqual([])
  })

  it('are created in one module; only help texts have several lines', () => {
    expect(holding(/\bas (?:unknown as )?TerminalText\b|\bTerminalText\.|new TerminalText\b/u, '')).toEqual([
      'cli/text.ts',
    ])
    expect(holding(/[^.]\bownLines\((?!text: string)/u, '')).toEqual(['cli/command-line.ts'])
  })
})

describe('texts that are logged', () => {
  it('are messages of our own and escaped details, written in one place', () => {
    expect(holding(/\bimplements Log\b|\): (?:Program)?Log \{/u, '')).toEqual(['storage/log/program-log.ts'])
    expect(holding(/escapedJson(?:Text)?\(/u, 'storage/')).toEqual(['storage/log/log-line.ts'])
  })

  it('have no message that was cast to the type', () => {
    expect(
      holding(/\bas (?:unknown as )?LiteralText\b|\blog\.(?:info|warn|error)\([^)]*\bas (?:never|any)\b/u, ''),
    ).toEqual([])
  })
})

describe('texts that name files', () => {
  it('become part of a path only in these places', () => {
    const joins = /\b(?:join|resolve)\([^)\n]*`[^`\n]*\$\{/u
    expect(holding(joins, '').sort()).toEqual([
      // Why a program ended, in a sentence.
      'bridge/launch.ts',
      // The name of a key, which the options have checked.
      'bridge/list-store.ts',
      // A number behind the hash of a path.
      'connect/config-file.ts',
      // The folder that `server.properties` names, opened by `ConfinedFolder`; names of ours behind it.
      'providers/java/folder/world-layout.ts',
      // The hash of a path.
      'providers/java/setup/server-setup.ts',
      // The command that the owner wrote.
      'providers/mcp-service/process/program.ts',
      // A file of ours beside the program.
      'storage/audit/checkpoint-writer.ts',
      // Numbers from the system.
      'storage/socket-path.ts',
    ])
  })

  it('pass `fileNameOf`, which rejects unsafe names', () => {
    expect(holding(/\bas (?:unknown as )?FileName\b/u, '')).toEqual(['contract/text/file-name.ts'])
    expect(holding(/\bfileNameOf\(/u, '').sort()).toEqual([
      'contract/text/file-name.ts',
      'providers/java/backup/backup-service.ts',
      'providers/java/build/java-builds.ts',
      'providers/java/folder/player-data.ts',
      'providers/java/snapshots/snapshot-store.ts',
      'providers/minecraft/build/build-journal.ts',
      'providers/minecraft/build/structures.ts',
      'storage/client-key-files.ts',
    ])
  })
})

describe('texts that browsers are sent as pages', () => {
  it('are sent in one place, which accepts only `HtmlText`', () => {
    expect(holding(/'text\/html/u, '').sort()).toEqual([
      'contract/text/html-page.ts',
      // Names the type of MCP Apps to services; it sends no page.
      'providers/mcp-service/connection/call-channels.ts',
      // Built files of ours, unchanged but for the nonce.
      'shell/windows/pages.ts',
    ])
    expect(holding(/<!doctype|<html\b/iu, '').sort()).toEqual([
      'approvers/lan/phone-page.ts',
      'consumers/oauth/pages.ts',
      'consumers/overlay/overlay-page.ts',
      'network/http/error-guide.ts',
      'providers/mcp-service/sign-in/redirect-listener.ts',
      'streaming/report/report-text.ts',
    ])
  })

  it('are unescaped only for styles in the source', () => {
    expect(holding(/\bas (?:unknown as )?HtmlText\b|\bnew HtmlText\b|\bHtmlText\./u, '')).toEqual([
      'contract/text/html-text.ts',
    ])
    const constants = files.flatMap(({ text }) =>
      [...text.matchAll(/\bhtmlConstant\(([^)]*)\)/gu)].map(([, given]) => given),
    )
    expect(new Set(constants)).toEqual(new Set(['style']))
  })

  it('are inserted into our pages as text, never as HTML', () => {
    const html =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write\b|dangerouslySetInnerHTML|createContextualFragment|\bsrcdoc\b|srcDoc/u
    for (const pages of ['src-renderer', 'src-phone', 'src-overlay', 'src-main']) {
      const folder = path.resolve(root, '..', pages)
      const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:tsx?|html)$/u.test(file))
        .filter((file) => html.test(readFileSync(path.join(folder, file), 'utf8')))
      expect(found).toEqual([])
    }
  })
})
