import { describe, expect, it } from 'vitest'
import { adviceWithApt, adviceWithoutApt, chooseNames, unmet } from '../../../scripts/system-packages.mjs'

const gtk = { packages: ['libgtk-3-0t64', 'libgtk-3-0'], library: 'libgtk-3.so.0' }
const nss = { packages: ['libnss3'], library: 'libnss3.so' }
const xvfb = { packages: ['xvfb'], command: 'Xvfb', forVirtualDisplay: true }

const policy = (name, candidate) =>
  `${name}:\n  Installed: (none)\n  Candidate: ${candidate}\n  Version table:\n     1.2 500\n`

describe('the names of packages', () => {
  it('are the older ones where apt knows only those', () => {
    expect(chooseNames([gtk, nss], policy('libgtk-3-0', '3.24.38') + policy('libnss3', '3.87'))).toEqual([
      'libgtk-3-0',
      'libnss3',
    ])
  })

  it('are the newer ones where the older are only provided by others', () => {
    const answer = policy('libgtk-3-0t64', '3.24.41') + policy('libgtk-3-0', '(none)')
    expect(chooseNames([gtk], answer)).toEqual(['libgtk-3-0t64'])
  })

  it('are the older ones where apt knows nothing yet', () => expect(chooseNames([gtk], '')).toEqual(['libgtk-3-0']))
})

describe('what Electron needs', () => {
  const bare = { hasLibrary: () => false, hasCommand: () => false, hasDisplay: false }

  it('is missing without library and command', () => {
    expect(unmet([gtk, xvfb], bare)).toEqual([gtk, xvfb])
  })

  it('includes no virtual display where there is a real one', () => {
    expect(unmet([gtk, xvfb], { ...bare, hasDisplay: true })).toEqual([gtk])
  })

  it('is not missing when it is there', () => {
    expect(unmet([gtk, xvfb], { hasLibrary: () => true, hasCommand: () => true, hasDisplay: false })).toEqual([])
  })

  it('is reported with the command that installs it', () => {
    expect(adviceWithApt(['xvfb', 'libnss3'])).toMatch(/sudo apt-get install .* xvfb libnss3$/)
  })

  it('is reported by library and command where there is no apt', () => {
    expect(adviceWithoutApt([gtk, xvfb])).toMatch(/libgtk-3\.so\.0, Xvfb$/)
  })
})
