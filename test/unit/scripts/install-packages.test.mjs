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
    expect(() => requireNode(version)).toThrow(/20\.19.*22\.12.*this is/),
  )

  it('is the same in the documents', () => {
    for (const file of ['README.md', 'docs/install.md']) {
      const named = readFileSync(path.join(root, file), 'utf8').match(/\b2[0-9]\.1[0-9]\b/g)
      expect([...new Set(named)].sort()).toEqual(['20.19', '22.12'])
    }
  })
})
