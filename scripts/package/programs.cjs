/**
 * Programs: copies the built programs that plain Node runs, and SQLite for them, into a folder. A package of the desktop
 * program has them beside its archive; a package without a desktop consists of them.
 */
const fs = require('node:fs')
const path = require('node:path')

const root = path.join(__dirname, '..', '..')
const dist = path.join(root, 'dist')

/** @param {string} target the system and its architecture, as in `linux-x64` */
function copyPrograms(folder, target) {
  fs.mkdirSync(folder, { recursive: true })
  for (const name of fs.readdirSync(dist)) {
    if (!/\.cjs$|^icon\.png$/.test(name) || /^main\.cjs$|-preload\.cjs$/.test(name)) continue
    fs.copyFileSync(path.join(dist, name), path.join(folder, name))
  }
  const [sqlite, loader] = ['node_modules/@photostructure/sqlite', 'node_modules/node-gyp-build']
  copyAll(folder, sqlite, ['package.json', 'LICENSE', 'dist/index.cjs'])
  const binaries = fs.readdirSync(path.join(root, sqlite, 'prebuilds', target)).filter((name) => !/musl/.test(name))
  copyAll(
    folder,
    sqlite,
    binaries.map((name) => `prebuilds/${target}/${name}`),
  )
  copyAll(folder, loader, ['package.json', 'LICENSE', 'index.js', 'node-gyp-build.js'])
}

function copyAll(folder, from, names) {
  for (const name of names) {
    const target = path.join(folder, from, name)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.copyFileSync(path.join(root, from, name), target)
  }
}

/** What the headless program also serves or installs, and what must come with it. */
const besides = ['dist/phone', 'dist/overlay', 'dist/gatehouse.mcpack', 'dist/THIRD-PARTY-NOTICES.txt', 'LICENSE']

/** Everything for a machine with Node and no desktop. @param {string} folder replaced */
function copyHeadless(folder, target = `${process.platform}-${process.arch}`) {
  fs.rmSync(folder, { recursive: true, force: true })
  copyPrograms(folder, target)
  for (const name of [...besides, 'packaging/gatehouse.service'])
    fs.cpSync(path.join(root, name), path.join(folder, path.basename(name)), { recursive: true })
}

module.exports = { copyPrograms, copyHeadless }
