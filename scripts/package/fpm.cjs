#!/usr/bin/env node
/**
 * Builds a .deb from the fpm command line of electron-builder, for trial builds on machines that cannot download fpm.
 *
 * Only the options of electron-builder are supported, and others are refused: a trial that silently lacks something
 * would prove nothing. Releases use fpm itself.
 */
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { execFileSync } = require('node:child_process')

const single = ['-s', '-t', '--architecture', '--after-install', '--after-remove', '--description', '--version']
single.push('--package', '--name', '--maintainer', '--vendor', '--url', '--category', '--deb-priority')
single.push('--deb-compression', '--license', '--iteration')
const many = { '-d': 'depends', '--deb-recommends': 'recommends' }

/** @returns {{ options: Record<string, string>, depends: string[], recommends: string[], files: [string, string][] }} */
function read(args) {
  const asked = { options: {}, depends: [], recommends: [], files: [] }
  for (let i = 0; i < args.length; i++) {
    const [name, attached] = args[i].startsWith('--') ? split(args[i], '=') : [args[i]]
    if (name === '--force') continue
    if (name in many) asked[many[name]].push(attached ?? args[++i])
    else if (single.includes(name)) asked.options[name.replace(/^-+/, '')] = attached ?? args[++i]
    else if (name.startsWith('-')) throw new Error(`This replacement of fpm does not support ${name}.`)
    else asked.files.push(/** @type {[string, string]} */ (split(args[i], '=')))
  }
  return asked
}

/** @returns {[string, string?]} */
function split(text, at) {
  const where = text.indexOf(at)
  return where < 0 ? [text] : [text.slice(0, where), text.slice(where + 1)]
}

function place([from, to], root) {
  const target = path.join(root, to)
  if (from.endsWith('/')) {
    fs.mkdirSync(target, { recursive: true })
    // Hard links where that is possible: an Electron is a quarter of a gigabyte.
    execFileSync('cp', ['-a', '--no-preserve=ownership', `${from}.`, target])
    return
  }
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.copyFileSync(from, target)
  fs.chmodSync(target, (fs.statSync(from).mode & 0o111) === 0 ? 0o644 : 0o755)
}

/** Debian's control file: a field a line; the text of the description is indented, and an empty line in it is a dot. */
function control({ options, depends, recommends }, kibibytes) {
  const [synopsis, ...text] = options.description.split('\n').map((line) => line.trim())
  const fields = {
    Package: options.name,
    Version: options.version,
    Architecture: options.architecture,
    Maintainer: options.maintainer,
    'Installed-Size': kibibytes,
    Depends: depends.join(', '),
    Recommends: recommends.join(', '),
    Section: options.category ?? 'misc',
    Priority: options['deb-priority'] ?? 'optional',
    Homepage: options.url,
    Description: [synopsis, ...text.map((line) => ` ${line || '.'}`)].join('\n'),
  }
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

function build(asked) {
  const { options, files } = asked
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-deb-'))
  try {
    fs.chmodSync(root, 0o755)
    for (const file of files) place(file, root)
    const size = execFileSync('du', ['-sk', root]).toString().split('\t')[0]
    const debian = path.join(root, 'DEBIAN')
    fs.mkdirSync(debian, { mode: 0o755 })
    fs.writeFileSync(path.join(debian, 'control'), control(asked, size))
    for (const [option, script] of [
      ['after-install', 'postinst'],
      ['after-remove', 'postrm'],
    ]) {
      fs.copyFileSync(options[option], path.join(debian, script))
      fs.chmodSync(path.join(debian, script), 0o755)
    }
    const compression = process.env.GATEHOUSE_DEB_COMPRESSION ?? options['deb-compression'] ?? 'xz'
    const packing = ['--root-owner-group', `-Z${compression}`, '-b', root, options.package]
    execFileSync('dpkg-deb', packing, { stdio: ['ignore', 'ignore', 'inherit'] })
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

module.exports = { control, read }
if (require.main === module) build(read(process.argv.slice(2)))
