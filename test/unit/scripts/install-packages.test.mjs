import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ensureInstalled, progressLine, requireNode } from '../../../scripts/install-packages.mjs'

const root = path.resolve(import.meta.dirname, '../../..')

const collected = (isTTY = false) => {
  const written = []
  return { isTTY, write: (text) => written.push(text), text: () => written.join('') }
}

/** What the language and the modules of Node got after 18, as far as a script would use it. */
const newerThanNode18 =
  /import\.meta\.(?:dirname|filename|main)|\.(?:toSorted|toReversed|toSpliced|with|isSubsetOf|isSupersetOf|isDisjointFrom|union|intersection|difference)\(|\bObject\.groupBy|\bMap\.groupBy|\bPromise\.(?:withResolvers|try)|\bArray\.fromAsync|\bRegExp\.escape|\bNavigator\b|\bWebSocket\b|\bimport\([^)]*\bwith\b|\bfrom '[^']+' with|\bawait using\b|^\s*using |loadEnvFile|styleText|globSync|parseEnv|getBuiltinModule|stripTypeScriptTypes|getCallSites|node:(?:sqlite|sea)|^import .* from '(?![.]|node:)/gm

/** A script and the files it imports statically, which Node reads before it runs any of them. */
function loadedBy(file, found = new Map()) {
  if (found.has(file)) return found
  const text = readFileSync(file, 'utf8')
  found.set(file, text)
  for (const [, from] of text.matchAll(/^(?:import|export|\}) .*?from '(\.[^']+)'|^import '(\.[^']+)'/gm)) {
    loadedBy(path.resolve(path.dirname(file), from), found)
  }
  return found
}

describe('installing packages', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'install-'))
    const packages = {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { os: ['none'], optional: true },
    }
    writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }))
    vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  /** An npm that says this and ends with this code. */
  const npmThat = (lines, code) => {
    const said = lines.map((line) => `echo '${line}' >&2\n`).join('')
    writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\n${said}exit ${code}\n`)
    chmodSync(path.join(folder, 'npm'), 0o755)
  }

  it.skipIf(process.platform === 'win32')('is one line, without the warnings of npm', async () => {
    npmThat(
      ['npm warn EBADENGINE Unsupported engine', 'npm http fetch GET 200 https://r.example/a/-/a-1.0.0.tgz 3ms'],
      0,
    )
    const output = collected()
    await ensureInstalled({ folder, name: 'the packages', output })
    expect(output.text()).toMatch(
      /^Installing the packages from npm \(1 packages\) \.\.\. 99 % \.\.\. done after \d+ s\n$/,
    )
  })

  it.skipIf(process.platform === 'win32')('says what npm says when it fails', async () => {
    npmThat(['npm warn EBADENGINE Unsupported engine', 'npm error network is unreachable'], 7)
    const output = collected()
    const failed = ensureInstalled({ folder, name: 'the packages', output })
    await expect(failed).rejects.toThrow('npm ci failed with exit code 7.\nnpm error network is unreachable')
    expect(output.text()).toMatch(/failed\n$/)
  })

  it('rewrites its line in a terminal', () => {
    const output = collected(true)
    const line = progressLine(output, 'Installing', 4)
    line.step()
    line.end('done')
    expect(
      output
        .text()
        .split('\r')
        .map((text) => text.trim()),
    ).toEqual(['Installing (4 packages) ...', 'Installing (4 packages) ... 25 %', 'Installing (4 packages) ... done'])
  })
})

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.10.0'])('%s is accepted', (version) =>
    expect(() => requireNode(version)).not.toThrow(),
  )

  it.each(['18.20.0', '20.18.9', '21.7.0', '22.11.0'])('%s is refused, and the needed one is named', (version) =>
    expect(() => requireNode(version)).toThrow(
      `Gatehouse needs Node.js 22.12 or newer, or 20.19 or a newer 20 version. This is ${version}.`,
    ),
  )

  it.each(['setup', 'start', 'demo', 'test', 'conformance'])(
    'is checked by %s before anything newer is used',
    (name) => {
      const files = loadedBy(path.join(root, 'scripts', `${name}.mjs`))
      const found = [...files].flatMap(([file, text]) =>
        (text.match(newerThanNode18) ?? []).map((what) => `${path.basename(file)}: ${what}`),
      )
      expect(found).toEqual([])
      expect([...files.values()].some((text) => text.includes('ensureInstalled') || text.includes('setup.mjs'))).toBe(
        true,
      )
    },
  )

  it('is the same in the documents', () => {
    for (const file of ['README.md', 'docs/install.md']) {
      const named = readFileSync(path.join(root, file), 'utf8').match(/\b2[0-9]\.1[0-9]\b/g)
      expect([...new Set(named)].sort()).toEqual(['20.19', '22.12'])
    }
  })
})
