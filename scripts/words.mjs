/**
 * Retired words (`scripts/retired-words.json`): metaphors that have a standard term. Product texts, code, tests and documents
 * use the term.
 *
 * Each entry has the retired forms, the term to use, and how often the forms still occur (`limit`). `--check` fails when a
 * count is above its limit. Without arguments it prints the counts and lowers the limits; it never raises one. `--where
 * WORD` lists the files. Forms are matched as whole words, also inside identifiers: `told` is found in `toldArguments`.
 * Files under `allowed` are not counted for that entry; the value is the reason.
 */
import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const listFile = path.join(root, 'scripts', 'retired-words.json')
const folders = [
  ...['src-main', 'src-renderer', 'src-phone', 'src-overlay', 'scripts', 'test', 'docs', 'agents'],
  ...['.github', '.ci', 'build/linux', 'build/mac', 'build/win'],
]
const skipped = new Set(['node_modules', 'target', 'dist', 'build'])
const isText = /\.(?:tsx?|mjs|cjs|js|json|md|css|html|java|kts?|ya?ml|sh|cmd|py)$|^(?:\.ci|build)\/[^.]*$/u
const isRootText = /\.(?:md|cjs|ya?ml|ts|json)$/u
const isSkippedFile = /(?:^|[/\\])(?:package-lock|retired-words|linear-patterns)\.json$/u

const list = JSON.parse(await readFile(listFile, 'utf8'))
const files = [...(await rootFiles()), ...(await Promise.all(folders.map((folder) => filesIn(folder)))).flat()]
const texts = await Promise.all(files.map(async (file) => ({ file, words: words(await read(file)) })))
const found = list.map((entry) => ({ entry, occurrences: occurrencesOf(entry) }))

const wanted = process.argv[process.argv.indexOf('--where') + 1]
if (process.argv.includes('--where')) {
  for (const { entry, occurrences } of found) {
    if (entry.retired.includes(wanted)) for (const { file, count } of occurrences) console.log(`${count}\t${file}`)
  }
} else if (process.argv.includes('--check')) {
  for (const { entry, occurrences } of found) {
    const count = total(occurrences)
    if (count <= entry.limit) continue
    process.exitCode = 1
    console.error(
      `"${entry.retired[0]}" is retired (use: ${entry.use}). It occurs ${count} times; the limit is ${entry.limit}.`,
    )
    console.error(`  node scripts/words.mjs --where "${entry.retired[0]}" lists the files.`)
  }
} else {
  for (const { entry, occurrences } of found) {
    const count = total(occurrences)
    console.log(
      `${String(count).padStart(5)}  ${entry.retired.join(', ')}${count > entry.limit ? `  (limit ${entry.limit})` : ''}`,
    )
    entry.limit = Math.min(entry.limit, count)
  }
  await writeFile(listFile, `${JSON.stringify(list, null, 2)}\n`)
  execFileSync(process.execPath, [
    path.join(root, 'node_modules/@biomejs/biome/bin/biome'),
    'format',
    '--write',
    listFile,
  ])
}

function occurrencesOf({ retired, allowed = {} }) {
  const isAllowed = (file) => Object.keys(allowed).some((start) => file.startsWith(start))
  return texts
    .filter(({ file }) => !isAllowed(file))
    .map(({ file, words }) => ({
      file,
      count: retired.reduce((sum, form) => sum + countOf(words, ` ${form} `), 0),
    }))
    .filter(({ count }) => count > 0)
}

function countOf(text, form) {
  let count = 0
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) count += 1
  return count
}

function total(occurrences) {
  return occurrences.reduce((sum, { count }) => sum + count, 0)
}

/**
 * The words of a text in lower case, each between spaces. Identifiers are split at their capitals. A sign of punctuation
 * becomes a word of its own, so that no phrase is found across it; a comment's next line begins with `*`, `/` or `#`.
 */
function words(text) {
  const split = text.replace(/([a-z0-9])([A-Z])/gu, '$1 $2').toLowerCase()
  return ` ${split
    .replace(/[^a-z\s*/#_-]+/gu, ' . ')
    .split(/[^a-z.]+/u)
    .join(' ')} `
}

function read(file) {
  return readFile(path.join(root, file), 'utf8')
}

/** Documents and configuration files of the root folder. */
async function rootFiles() {
  return (await readdir(root)).filter((name) => isRootText.test(name) && !isSkippedFile.test(name))
}

async function filesIn(folder) {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true })
  const below = entries.map((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(file)
    return entry.isFile() && isText.test(file) && !isSkippedFile.test(file) ? [file] : []
  })
  return (await Promise.all(below)).flat()
}
