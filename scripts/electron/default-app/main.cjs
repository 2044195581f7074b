/**
 * What `electron [-r MODULE]... FOLDER` needs to start the program in FOLDER.
 *
 * Electron includes such an app (`default_app.asar`); a packaged program, from which our fallback is made, does
 * not. Like Electron's own it leaves `process.argv` as it is.
 */
const { app } = require('electron')
const fs = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

/** @returns {{ modules: string[], folder?: string, version?: boolean }} */
function readCommandLine(args) {
  const modules = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]
    if (arg === '-r' || arg === '--require') modules.push(args[++i])
    else if (arg === '-v' || arg === '--version') return { modules, version: true }
    else if (!arg.startsWith('-')) return { modules, folder: path.resolve(arg) }
  }
  return { modules }
}

function adoptManifest(folder) {
  const file = path.join(folder, 'package.json')
  if (!fs.existsSync(file)) return
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
  if (manifest.version) app.setVersion(manifest.version)
  if (manifest.productName || manifest.name) app.name = manifest.productName || manifest.name
  app.setDesktopName?.(manifest.desktopName ?? `${app.name}.desktop`)
  app.setAppPath(folder)
}

const { modules, folder, version } = readCommandLine(process.argv.slice(1))
if (version) {
  console.log(`v${process.versions.electron}`)
  process.exit(0)
}
if (!folder) {
  console.error('Say which program to start: electron [-r MODULE] FOLDER')
  process.exit(1)
}

Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
Module._preloadModules(modules)
try {
  adoptManifest(folder)
  const main = Module._resolveFilename(folder, null, true)
  if (main.endsWith('.mjs')) import(pathToFileURL(main).href).catch(fail)
  else Module._load(main, null, true)
} catch (error) {
  fail(error)
}

function fail(error) {
  console.error(`The program in ${folder} could not be started.\n${error.stack}`)
  process.exit(1)
}
