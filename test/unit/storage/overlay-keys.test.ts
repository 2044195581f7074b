import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openOverlayKeys, overlayFile } from '../../../src-main/storage/overlay-keys.js'
import { CleanUp } from '../../fixtures/programs.js'

const cleanUp = new CleanUp()
afterEach(() => cleanUp.run())

describe('the key of the overlay', () => {
  it('is known again after a restart, though only its hash is kept', () => {
    const profile = cleanUp.folder()
    const keys = openOverlayKeys(profile)
    expect(keys.exists()).toBe(false)
    expect(keys.isKey('')).toBe(false)
    keys.store('one')
    keys.store('two')
    const again = openOverlayKeys(profile)
    expect([again.exists(), again.isKey('two'), again.isKey('one'), again.isKey('')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    const file = path.join(profile, overlayFile)
    expect(readFileSync(file, 'utf8')).not.toContain('two')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('opens nothing when its file cannot be read', () => {
    const profile = cleanUp.folder()
    writeFileSync(path.join(profile, overlayFile), '{"keyHash": "short"}')
    expect(openOverlayKeys(profile).exists()).toBe(false)
  })
})
