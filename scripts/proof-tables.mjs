/**
 * Fills the column "tests" of the tables in `docs/contract.md` and `docs/governance.md`.
 *
 * A test names the rows that it proves in comments before it: `// verifies: calls-risk, invariant 4`. The key of a row is
 * its first cell. A row without a test and a comment without a row are errors.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'

const documents = ['docs/contract.md', 'docs/governance.md']
const header = / where \| tests \|$/u
const marker = /^\/\/ verifies: (.+)$/u
const testFile = /\.(?:test|spec)\.(?:ts|mjs)$/u

/**
 * @param {string} root of the repository
 * @returns {Promise<{ file: string, text: string }[]>}
 */
export async function proofTables(root) {
  const proofs = await proofsIn(root)
  const texts = await Promise.all(documents.map((file) => readFile(path.join(root, file), 'utf8')))
  const filled = texts.map((text) => fillTables(text, proofs))
  const keys = new Set(filled.flatMap((one) => one.keys))
  for (const { key, file, title } of proofs)
    if (!keys.has(key))
      throw new Error(`${file} › ${title} verifies "${key}", which is no row of ${documents.join(' or ')}.`)
  return filled.map(({ text }, at) => ({ file: path.join(root, documents[at]), text }))
}

/**
 * @typedef {{ key: string, file: string, title: string }} Proof `key` of the row, `title` as it is written in the test
 */

/**
 * @param {string} text of a document
 * @param {readonly Proof[]} proofs
 * @returns {{ text: string, keys: string[] }} the keys of all its rows
 */
export function fillTables(text, proofs) {
  const keys = []
  let isTable = false
  const lines = text.split('\n').map((line) => {
    isTable = header.test(line) || (isTable && line.startsWith('|'))
    if (!isTable || header.test(line) || line.startsWith('|---')) return line
    const cells = line.slice(2, -2).split(' | ')
    const key = /^\[([^\]]+)\]/u.exec(cells[0])?.[1] ?? cells[0]
    if (cells.length !== 4) throw new Error(`The row "${key}" has ${cells.length} cells, not 4.`)
    const tests = proofs
      .filter((proof) => proof.key === key)
      .map(({ file, title }) => `\`${file}\` *${escaped(title)}*`)
    if (tests.length === 0) throw new Error(`No test verifies "${key}".`)
    keys.push(key)
    return `| ${[...cells.slice(0, 3), tests.join(', ')].join(' | ')} |`
  })
  return { text: lines.join('\n'), keys }
}

const escaped = (title) => title.replaceAll(/[\\|*<]/gu, '\\$&')

/** @returns {Promise<Proof[]>} by file, in the order of the file */
async function proofsIn(root) {
  const folders = await readdir(path.join(root, 'test'), { withFileTypes: true })
  const below = folders.filter((entry) => entry.isDirectory() && !['conformance', 'world'].includes(entry.name))
  const names = await Promise.all(
    [...below.map(({ name }) => `test/${name}`), 'agents/kit/test'].map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true })).map((file) => `${folder}/${slashed(file)}`),
    ),
  )
  const files = names
    .flat()
    .filter((file) => testFile.test(file) && !file.includes('node_modules'))
    .sort()
  const proofs = await Promise.all(
    files.map(async (file) => proofsOf(file, await readFile(path.join(root, file), 'utf8'))),
  )
  return proofs.flat()
}

const slashed = (file) => file.replaceAll(path.sep, '/')

/**
 * @param {string} file
 * @param {string} text of the file
 * @returns {Proof[]}
 */
export function proofsOf(file, text) {
  const written = text.match(/^\s*\/\/ verifies:/gmu)?.length ?? 0
  if (written === 0) return []
  const proofs = []
  let found = 0
  const visit = (node) => {
    if (ts.isExpressionStatement(node))
      for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
        const keys = marker.exec(text.slice(pos, end))?.[1]
        const title = titleOf(node.expression)
        if (!keys || title === undefined) continue
        found += 1
        for (const key of keys.split(',')) proofs.push({ key: key.trim(), file, title })
      }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  if (found !== written) throw new Error(`${file} has a comment "verifies" that stands before no test.`)
  return proofs
}

/** The title of a test or a group, as it is written; undefined for other statements. */
function titleOf(expression) {
  const title = ts.isCallExpression(expression) ? expression.arguments[0] : undefined
  if (!title) return undefined
  if (ts.isStringLiteral(title) || ts.isNoSubstitutionTemplateLiteral(title)) return title.text
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined
}
