/**
 * After packing: removes files that must not ship, and refuses a release without the official Electron.
 *
 * Guards that the fallback for machines without GitHub never reaches a user: only a trial, marked in its
 * version, may be packed with another Electron than the one that `package.json` pins.
 */
const fs = require('node:fs')
const path = require('node:path')

/** @param {import('electron-builder').AfterPackContext} context */
module.exports = async function afterPack({ appOutDir, packager }) {
  const problem = whyNoRelease({
    version: packager.appInfo.version,
    electron: packager.info.framework.version,
    dist: packager.config.electronDist ?? '',
    pinned: require('../../package.json').devDependencies.electron,
  })
  if (problem) throw new Error(problem)
  fs.rmSync(path.join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
}

/**
 * Why this may not be packed; undefined when it may.
 *
 * @param {{ version: string, electron: string, dist: string, pinned: string }} made
 */
function whyNoRelease({ version, electron, dist, pinned }) {
  if (/-trial$/.test(version)) return undefined
  if (electron !== pinned) return `This is Electron ${electron}; a release is made with ${pinned} alone.`
  if (/electron-fallback/.test(String(dist))) return 'The fallback Electron is never released.'
  return undefined
}

module.exports.whyNoRelease = whyNoRelease
