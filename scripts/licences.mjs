/**
 * Licences of what is shipped: every package whose code or files are in a bundle, with its licence text.
 *
 * Guards that the list matches what is shipped: it comes from the output of the bundlers, never from a list of
 * dependencies. An unknown licence stops the build.
 */
import fs from 'node:fs'
import path from 'node:path'

/** Licences that are compatible with a program under MIT. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  // Fonts.
  'OFL-1.1',
])

/** @typedef {{ name: string, version: string, licence: string, text: string }} Licensed */

/**
 * The packages to which files belong.
 *
 * @param {Iterable<string>} files absolute, or relative to the root; files outside packages are ignored
 * @param {string} root
 * @returns {Licensed[]} by name
 */
export function licensedPackages(files, root) {
  const folders = new Set()
  for (const file of files) {
    const folder = packageFolder(path.resolve(root, file.split('?')[0]))
    if (folder) folders.add(folder)
  }
  const found = new Map()
  for (const folder of folders) {
    const one = licenceOf(folder)
    found.set(`${one.name}@${one.version}`, one)
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
}

/** Folders of the packages that are shipped as they are, with all they need. */
export function shippedWhole(names, root) {
  const folders = new Set()
  const add = (name, from) => {
    const folder = findPackage(name, from)
    if (!folder || folders.has(folder)) return
    folders.add(folder)
    for (const needed of Object.keys(manifestOf(folder).dependencies ?? {})) add(needed, folder)
  }
  for (const name of names) add(name, root)
  return [...folders].map((folder) => path.join(folder, 'package.json'))
}

/** Those with a licence that is not allowed. @param {readonly Licensed[]} packages */
export const notAllowed = (packages) => packages.filter(({ licence }) => !isAllowed(licence))

/** Whether an SPDX expression can be met with allowed licences: one of `OR`, all of `AND`. */
export function isAllowed(expression) {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(bare)) return false
  return bare.split(/ OR /).some((way) => way.split(/ AND /).every((one) => allowed.has(one.trim())))
}

/** The one file that is shipped. @param {readonly Licensed[]} packages */
export const noticesOf = (packages) =>
  [
    'Gatehouse contains the packages below. Electron and Chromium come with licence files of their own beside the program.',
    ...packages.map(({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text}`),
  ].join(`\n\n${'-'.repeat(80)}\n\n`)

function packageFolder(file) {
  const parts = file.split(path.sep)
  const at = parts.lastIndexOf('node_modules')
  if (at < 0) return undefined
  return parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join(path.sep)
}

function findPackage(name, from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name)
    if (fs.existsSync(path.join(candidate, 'package.json'))) return candidate
    if (folder === path.dirname(folder)) return undefined
  }
}

const manifestOf = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))

/** @returns {Licensed} */
function licenceOf(folder) {
  const { name, version, license, licenses, author } = manifestOf(folder)
  const licence = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type ?? 'unknown')
  const texts = fs
    .readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i.test(file))
    .sort()
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim())
  const by = typeof author === 'string' ? author : author?.name
  return {
    name,
    version,
    licence,
    text: texts.join('\n\n') || `Declared by its package: ${licence}.${by ? ` By ${by}.` : ''}`,
  }
}
