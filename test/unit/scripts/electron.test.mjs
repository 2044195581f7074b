import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { choose, descriptionOf, findElectron } from '../../../scripts/electron/resolve.mjs'

const electronPackage = path.resolve('/gatehouse/node_modules/electron')
const official = {
  'package.json': '{ "version": "45.4.1" }',
  'path.txt': 'electron',
  'dist/version': '45.4.1',
  'dist/electron': '',
}

/** A machine with these files, relative to Electron's package. */
function machine(entries, env = {}) {
  const files = new Map(Object.entries(entries).map(([name, text]) => [path.resolve(electronPackage, name), text]))
  return {
    env,
    electronPackage,
    files: { existsSync: (file) => files.has(file), readFileSync: (file) => files.get(file) },
  }
}

describe('the installed Electron', () => {
  it('is the one ELECTRON_EXE names, even beside the official one', () => {
    const places = machine({ ...official, '/opt/mine': '' }, { ELECTRON_EXE: '/opt/mine' })
    expect(findElectron(places)).toMatchObject({ executable: path.resolve('/opt/mine'), kind: 'explicit' })
  })

  it('is not silently another one when ELECTRON_EXE names no file', () => {
    expect(() => findElectron(machine(official, { ELECTRON_EXE: '/opt/mine' }))).toThrow('/opt/mine')
  })

  it('is the official one once it is downloaded', () => {
    const executable = path.join(electronPackage, 'dist', 'electron')
    expect(findElectron(machine(official))).toEqual({ executable, kind: 'official', version: '45.4.1' })
  })

  it('is not an official one of another version', () => {
    expect(findElectron(machine({ ...official, 'dist/version': '44.0.0' }))).toBeUndefined()
  })

  it('is not an official one whose download broke off', () => {
    const { 'path.txt': _, ...halfway } = official
    expect(findElectron(machine(halfway))).toBeUndefined()
  })
})

describe('the choice of Electron', () => {
  const found = { executable: '/official', kind: 'official', version: '45.4.1' }
  const spare = { executable: '/fallback', kind: 'fallback', version: '33.2.1' }

  it('downloads nothing when there is one', async () => {
    const download = vi.fn()
    expect(await choose({ find: () => found, download, fallback: async () => spare })).toBe(found)
    expect(download).not.toHaveBeenCalled()
  })

  it('prefers the official one downloaded now to the fallback', async () => {
    const find = vi.fn().mockReturnValueOnce(undefined).mockReturnValueOnce(found)
    expect(await choose({ find, download: async () => true, fallback: async () => spare })).toBe(found)
  })

  it('falls back when the download fails', async () => {
    expect(await choose({ find: () => undefined, download: async () => false, fallback: async () => spare })).toBe(
      spare,
    )
  })

  it('is described in a sentence', () => {
    expect(descriptionOf(spare)).toBe('Electron 33.2.1 (older, because GitHub cannot be reached)')
  })
})
