/** Checks whether the installed packages match the lock file. */
import fs from 'node:fs'
import path from 'node:path'

/**
 * Compares `package-lock.json` with the record npm keeps of what it installed.
 *
 * @param {string} folder that of the package
 */
export function isInstalled(folder) {
  const wanted = readJson(path.join(folder, 'package-lock.json'))
  const installed = readJson(path.join(folder, 'node_modules', '.package-lock.json'))
  return wanted !== undefined && installed !== undefined && matches(wanted.packages, installed.packages)
}

/**
 * Whether everything wanted is installed, and nothing else. Optional packages, those for other systems, may be absent.
 *
 * @param {Record<string, LockEntry>} wanted
 * @param {Record<string, LockEntry>} installed
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean, os?: string[], cpu?: string[] }} LockEntry
 */
export function matches(wanted, installed) {
  const same = (name) =>
    wanted[name]?.version === installed[name]?.version && wanted[name]?.integrity === installed[name]?.integrity
  const mayBeAbsent = (name) => name === '' || wanted[name].optional || wanted[name].devOptional
  return (
    Object.keys(installed).every((name) => wanted[name] !== undefined && same(name)) &&
    Object.keys(wanted).every((name) => installed[name] !== undefined || mayBeAbsent(name))
  )
}

/**
 * How many packages the lock file has for this system.
 *
 * @param {string} folder
 */
export const packageCount = (folder) =>
  Object.entries(readJson(path.join(folder, 'package-lock.json'))?.packages ?? {}).filter(
    ([name, { link, os, cpu }]) => name !== '' && !link && fits(os, process.platform) && fits(cpu, process.arch),
  ).length

const fits = (allowed, here) => allowed === undefined || allowed.includes(here)

function readJson(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}
