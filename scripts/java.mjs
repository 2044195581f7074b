/** Java: the agents in `agents/java`, where this machine has a JDK and Maven. */
import fs from 'node:fs'
import path from 'node:path'
import { findOnPath } from './machine.mjs'

const leastJdk = 17

/**
 * The newest JDK of this machine, from 17 on: JAVA_HOME, those of the system, or the one that `java` belongs to.
 *
 * @returns {string | undefined} its folder
 */
export function newestJdk() {
  const system = '/usr/lib/jvm'
  const onPath = findOnPath('java')
  const candidates = [
    process.env.JAVA_HOME,
    ...(fs.existsSync(system) ? fs.readdirSync(system).map((name) => path.join(system, name)) : []),
    onPath && path.dirname(path.dirname(fs.realpathSync(onPath))),
  ]
  return candidates
    .filter((folder) => folder !== undefined)
    .map((folder) => ({ folder, version: jdkVersion(folder) }))
    .filter(({ version }) => version >= leastJdk)
    .sort((one, other) => other.version - one.version)
    .at(0)?.folder
}

/** Major version of the JDK in a folder; 0 when there is none. */
function jdkVersion(folder) {
  if (!fs.existsSync(path.join(folder, 'bin', 'javac'))) return 0
  try {
    return Number(/^JAVA_VERSION="(\d+)/mu.exec(fs.readFileSync(path.join(folder, 'release'), 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** @returns {string | undefined} why the Java part cannot be built here, in a sentence */
export function whyNoJava() {
  if (!findOnPath('mvn')) return 'Maven is not installed.'
  return newestJdk() ? undefined : `There is no JDK ${leastJdk} or newer.`
}

/**
 * The results of Maven's tests, over all modules.
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
