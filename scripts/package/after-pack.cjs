/**
 * After packing: adds a Node and the programs it runs, removes files that must not ship, and refuses a release
 * without the official Electron and the pinned Node.
 *
 * Guards that the fallback for machines without GitHub never reaches a user: only a trial, marked in its
 * version, may be packed with another Electron than the one that `package.json` pins.
 */
const fs = require('node:fs')
const path = require('node:path')
const { spawnSync } = require('node:child_process')
const { Arch } = require('electron-builder')
const { copyPrograms } = require('./programs.cjs')

/** The Node of a release, as in `.github/workflows/release.yml`. */
const nodeVersion = '24.21.0'

/** @param {import('electron-builder').AfterPackContext} context */
module.exports = async function afterPack({ appOutDir, packager, electronPlatformName, arch }) {
  const problem = whyNoRelease({
    version: packager.appInfo.version,
    electron: packager.info.framework.version,
    dist: packager.config.electronDist ?? '',
    pinned: require('../../package.json').devDependencies.electron,
    node: process.versions.node,
  })
  if (problem) throw new Error(problem)
  const resources = packager.getResourcesDir(appOutDir)
  fs.rmSync(path.join(resources, 'default_app.asar'), { force: true })
  addNode(path.join(resources, 'runtime'))
  // Plain Node cannot read the archive. Listed as `extraResources`, electron-builder would leave them out of it.
  copyPrograms(path.join(resources, 'programs'), `${electronPlatformName}-${Arch[arch]}`)
}

/** The Node that packs, with its licence: nothing is downloaded. */
function addNode(folder) {
  if (process.config.variables.node_shared)
    throw new Error('This Node needs a library of its own: use an official one.')
  const licence = licenceFile(path.dirname(process.execPath))
  if (!licence) throw new Error(`The licence of Node is not beside ${process.execPath}.`)
  fs.mkdirSync(folder, { recursive: true })
  const node = path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  fs.copyFileSync(process.execPath, node)
  fs.chmodSync(node, 0o755)
  fs.copyFileSync(licence, path.join(folder, 'LICENSE.node.txt'))
  // An eighth of the file is for debuggers. Without `strip` it stays.
  if (process.platform === 'linux') spawnSync('strip', ['--strip-all', node], { stdio: 'ignore' })
}

const licenceFile = (beside) =>
  [path.join(beside, 'LICENSE'), path.join(beside, '..', 'LICENSE'), '/usr/share/doc/nodejs/LICENSE'].find((file) =>
    fs.existsSync(file),
  )

/**
 * Why this may not be packed; undefined when it may.
 *
 * @param {{ version: string, electron: string, dist: string, pinned: string, node: string }} made
 */
function whyNoRelease({ version, electron, dist, pinned, node }) {
  if (/-trial$/.test(version)) return undefined
  if (electron !== pinned) return `This is Electron ${electron}; a release is made with ${pinned} alone.`
  if (/electron-fallback/.test(String(dist))) return 'The fallback Electron is never released.'
  if (node !== nodeVersion) return `This is Node ${node}; a release contains ${nodeVersion}.`
  return undefined
}

module.exports.nodeVersion = nodeVersion
module.exports.whyNoRelease = whyNoRelease
