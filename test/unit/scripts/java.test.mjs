/** Conversion of Maven's reports. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { tallyOfMaven } from '../../../scripts/java.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-maven-'))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function report(module, name, xml) {
  const reports = path.join(folder, module, 'target', 'surefire-reports')
  fs.mkdirSync(reports, { recursive: true })
  fs.writeFileSync(path.join(reports, name), xml)
}

describe('the tally of Maven', () => {
  it('adds up all modules, and names what failed', () => {
    report('one', 'TEST-A.xml', '<testsuite name="A" tests="3" errors="0" skipped="1" failures="0"></testsuite>')
    report(
      'two',
      'TEST-B.xml',
      `<?xml version="1.0"?><testsuite name="B" time="0.1" tests="2" errors="1" skipped="0" failures="0">
        <testcase name="works" classname="B" time="0.1"/>
        <testcase name="breaks" classname="B" time="0.1"><error message="no"/></testcase>
      </testsuite>`,
    )
    report('two', 'B.txt', 'not a report')
    expect(tallyOfMaven(folder)).toEqual({ passed: 3, failed: 1, skipped: 1, remarks: ['failed: B › breaks'] })
  })

  it('is undefined without reports', () => {
    fs.mkdirSync(folder, { recursive: true })
    expect(tallyOfMaven(folder)).toBeUndefined()
  })
})
