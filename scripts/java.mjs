/** Java: the agents in `agents/java`, where this machine has a JDK and Maven. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findOnPath } from './machine.mjs'

const leastJdk = 17

/** @returns {string | undefined} why the Java part cannot be built here, in a sentence */
export function whyNoJava() {
  const maven = findOnPath('mvn')
  if (!maven) return 'Maven is not installed.'
  try {
    const version = /^Java version: (\d+)/mu.exec(execFileSync(maven, ['-v', '-B'], { encoding: 'utf8' }))?.[1]
    if (Number(version) >= leastJdk) return undefined
    return `Maven runs with Java ${version ?? 'of an unknown version'}; JDK ${leastJdk} or newer is needed.`
  } catch {
    return `Maven does not start; it needs JDK ${leastJdk} or newer.`
  }
}

/**
 * What Maven's tests came to, over all modules.
 *
 * @param {string} folder of the parent project
 * @returns {import('./test-report.mjs').Tally | undefined} undefined when there is no report
 */
export function tallyOfMaven(folder) {
  const suites = reportsIn(folder).map((file) => suiteOf(fs.readFileSync(file, 'utf8')))
  if (suites.length === 0) return undefined
  const sum = (key) => suites.reduce((total, suite) => total + suite[key], 0)
  const [failed, skipped] = [sum('failures') + sum('errors'), sum('skipped')]
  const remarks = suites.flatMap(({ broken }) => broken.map((test) => `failed: ${test}`))
  return { passed: sum('tests') - failed - skipped, failed, skipped, remarks }
}

/** @param {string} report one of Surefire's, as XML */
function suiteOf(report) {
  const head = /<testsuite\b[^>]*>/u.exec(report)?.[0] ?? ''
  const count = (name) => Number(new RegExp(` ${name}="(\\d+)"`, 'u').exec(head)?.[1] ?? 0)
  const broken = report
    .split('<testcase ')
    .slice(1)
    .filter((test) => /<(?:failure|error)\b/u.test(test))
    .map((test) => `${/ classname="([^"]*)"/u.exec(` ${test}`)?.[1]} › ${/^name="([^"]*)"/u.exec(test)?.[1]}`)
  return {
    tests: count('tests'),
    failures: count('failures'),
    errors: count('errors'),
    skipped: count('skipped'),
    broken,
  }
}

function reportsIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(folder, name, 'target', 'surefire-reports'))
    .filter((reports) => fs.existsSync(reports))
    .flatMap((reports) => fs.readdirSync(reports).map((file) => path.join(reports, file)))
    .filter((file) => /TEST-[^/\\]*\.xml$/u.test(file))
}
