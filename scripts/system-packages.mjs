/**
 * Checks what Electron needs from a Linux system, and installs it when permitted.
 *
 * As root on Debian and its relatives apt installs what is missing; elsewhere it returns one sentence that says what to
 * install. Other systems include everything.
 */
import fs from 'node:fs'
import { findOnPath, hasOwnDisplay } from './machine.mjs'
import { runQuietly } from './managed-process.mjs'

/**
 * @typedef {object} Need
 * @property {readonly string[]} packages Debian's names, the newest first
 * @property {string} [library] the shared library that shows that it is there
 * @property {string} [command] the program that shows that it is there
 * @property {string} [file] the file that shows that it is there
 * @property {boolean} [forVirtualDisplay] only where there is no display
 */

/** @type {readonly Need[]} */
const needs = [
  { packages: ['libgtk-3-0t64', 'libgtk-3-0'], library: 'libgtk-3.so.0' },
  { packages: ['libnss3'], library: 'libnss3.so' },
  { packages: ['libgbm1'], library: 'libgbm.so.1' },
  { packages: ['libasound2t64', 'libasound2'], library: 'libasound.so.2' },
  { packages: ['libxss1'], library: 'libXss.so.1' },
  { packages: ['libnotify4'], library: 'libnotify.so.4' },
  { packages: ['libsecret-1-0'], library: 'libsecret-1.so.0' },
  { packages: ['dbus'], command: 'dbus-run-session' },
  { packages: ['gnome-keyring'], command: 'gnome-keyring-daemon' },
  { packages: ['xvfb'], command: 'Xvfb', forVirtualDisplay: true },
  { packages: ['xauth'], command: 'xauth', forVirtualDisplay: true },
]

/** Chinese glyphs for screenshots; 60 MB, and nothing fails without it. */
const chineseFont = {
  packages: ['fonts-noto-cjk'],
  file: '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
}

/**
 * Ensures that Electron can run here.
 *
 * @param {object} [options]
 * @param {boolean} [options.fonts] also a font with Chinese glyphs, if it can be had
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<string | undefined>} undefined when nothing is missing, else one sentence that says what to install
 */
export async function ensureSystemPackages({ fonts = false, say = console.error } = {}) {
  const missing = await missingNeeds()
  const wished = fonts && process.platform === 'linux' && !fs.existsSync(chineseFont.file) ? [chineseFont] : []
  if (missing.length + wished.length === 0) return undefined
  if (!findOnPath('apt-get')) return missing.length === 0 ? undefined : adviceWithoutApt(missing)
  if (process.getuid?.() !== 0) {
    return missing.length === 0 ? undefined : adviceWithApt(await packageNames(missing))
  }

  await apt(['update'])
  const names = await packageNames([...missing, ...wished])
  say(`Installing what Electron needs from the system's packages: ${names.join(' ')} ...`)
  const { errors } = await apt(['install', '-y', '--no-install-recommends', ...names])
  const still = await missingNeeds()
  if (still.length === 0) return undefined
  const reason = errors.trim().split('\n').at(-1)
  return `${adviceWithApt(await packageNames(still))}${reason ? ` (apt-get says: ${reason})` : ''}`
}

/**
 * The missing requirements. When the list of shared libraries is not available they count as present.
 *
 * @returns {Promise<readonly Need[]>}
 */
export async function missingNeeds() {
  if (process.platform !== 'linux') return []
  const libraries = await sharedLibraries()
  return unmet(needs, {
    hasLibrary: (name) => libraries === undefined || libraries.has(name),
    hasCommand: (name) => findOnPath(name) !== undefined,
    hasDisplay: hasOwnDisplay(),
  })
}

/**
 * @param {readonly Need[]} needs
 * @param {{ hasLibrary: (name: string) => boolean, hasCommand: (name: string) => boolean, hasDisplay: boolean }} system
 */
export function unmet(needs, { hasLibrary, hasCommand, hasDisplay }) {
  return needs.filter(({ library, command, forVirtualDisplay }) => {
    if (forVirtualDisplay && hasDisplay) return false
    return (library !== undefined && !hasLibrary(library)) || (command !== undefined && !hasCommand(command))
  })
}

/**
 * The name under which each need is known here, from the answer of `apt-cache policy`; the oldest name if under none.
 *
 * @param {readonly Need[]} needs
 * @param {string} policy
 */
export function chooseNames(needs, policy) {
  const known = new Set()
  for (const entry of policy.split(/^(?=\S)/m)) {
    const [, name, candidate] = /^(\S+?)(?::\w+)?:\n(?:.*\n)*?\s+Candidate: (.+)/.exec(entry) ?? []
    if (name && candidate !== '(none)') known.add(name)
  }
  return needs.map(({ packages }) => packages.find((name) => known.has(name)) ?? packages[packages.length - 1])
}

/** @param {readonly string[]} names */
export const adviceWithApt = (names) =>
  `Electron cannot run here before these are installed: sudo apt-get install -y --no-install-recommends ${names.join(' ')}`

/** @param {readonly Need[]} needs */
export const adviceWithoutApt = (needs) =>
  `Electron cannot run here before your system's packages with these are installed: ${needs
    .map(({ library, command }) => library ?? command)
    .join(', ')}`

const environment = { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' }

async function packageNames(needs) {
  const names = needs.flatMap(({ packages }) => packages)
  const { output } = await runQuietly('apt-cache', ['policy', ...names], { env: environment })
  return chooseNames(needs, output)
}

const apt = (args) =>
  runQuietly('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], { env: environment, graceMs: 10_000 })

/** @returns {Promise<Set<string> | undefined>} undefined when it cannot be determined (musl, NixOS) */
async function sharedLibraries() {
  for (const ldconfig of ['/sbin/ldconfig', 'ldconfig']) {
    const { ok, output } = await runQuietly(ldconfig, ['-p'])
    if (ok) return new Set(output.split('\n').map((line) => line.trim().split(' ')[0]))
  }
  return undefined
}
