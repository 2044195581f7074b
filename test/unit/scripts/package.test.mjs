import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nodeVersion, whyNoRelease } from '../../../scripts/package/after-pack.cjs'
import { control, read } from '../../../scripts/package/fpm.cjs'
import { icnsOf, icoOf } from '../../../scripts/package/icon-files.mjs'

describe('the packed program', () => {
  const release = { version: '1.0.0', electron: '45.5.0', dist: '', pinned: '45.5.0', node: nodeVersion }

  it('is a release with the pinned Electron', () => expect(whyNoRelease(release)).toBeUndefined())

  it('is not a release with another Electron', () => {
    expect(whyNoRelease({ ...release, electron: '33.2.1' })).toContain('33.2.1')
  })

  it('is not a release with another Node than the one of the workflow', () => {
    expect(whyNoRelease({ ...release, node: '20.20.2' })).toContain('20.20.2')
    const workflow = readFileSync(new URL('../../../.github/workflows/release.yml', import.meta.url), 'utf8')
    expect(workflow).toContain(`node-version: "${nodeVersion}"`)
  })

  it('is not a release with the fallback, whatever version it claims', () => {
    expect(whyNoRelease({ ...release, dist: '/somewhere/.electron-fallback' })).toContain('never released')
  })

  it('may be a trial build with any Electron, marked in its version', () => {
    expect(whyNoRelease({ ...release, version: '1.0.0-trial', electron: '33.2.1' })).toBeUndefined()
  })
})

describe('the replacement of fpm', () => {
  it('rejects unknown options', () => {
    expect(() => read(['--deb-upstart', 'file'])).toThrow('does not support --deb-upstart')
  })

  it('writes the fields that Debian requires', () => {
    const asked = read([
      '-s',
      'dir',
      '--force',
      '-t',
      'deb',
      '-d',
      'libgtk-3-0',
      '-d',
      'libnss3',
      '--name',
      'gatehouse',
      '--version=1.0',
      '--architecture',
      'amd64',
      '--maintainer',
      'We <we@example.org>',
      '--description',
      'In short\n At length\n\n and more',
      '/from/=/opt/Gatehouse',
    ])
    expect(asked.files).toEqual([['/from/', '/opt/Gatehouse']])
    expect(control(asked, '12')).toBe(
      [
        'Package: gatehouse',
        'Version: 1.0',
        'Architecture: amd64',
        'Maintainer: We <we@example.org>',
        'Installed-Size: 12',
        'Depends: libgtk-3-0, libnss3',
        'Section: misc',
        'Priority: optional',
        'Description: In short\n At length\n .\n and more\n',
      ].join('\n'),
    )
  })
})

describe('icon files', () => {
  const png = Buffer.from('a picture')

  it('contain the offset of each image for Windows', () => {
    const ico = icoOf([
      [16, png],
      [256, png],
    ])
    expect(ico.readUInt16LE(4)).toBe(2)
    for (const row of [6, 22]) {
      const at = ico.readUInt32LE(row + 12)
      expect(ico.subarray(at, at + ico.readUInt32LE(row + 8))).toEqual(png)
    }
    expect(ico[22]).toBe(0)
  })

  it('contain all lengths for macOS', () => {
    const icns = icnsOf({ 32: png, 64: png, 128: png, 256: png, 512: png, 1024: png })
    expect(icns.subarray(0, 4).toString()).toBe('icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    expect(icns.readUInt32BE(12)).toBe(png.length + 8)
  })
})
