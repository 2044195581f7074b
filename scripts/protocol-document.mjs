/**
 * The generated parts of `docs/protocol.md` and `docs/protocol/*.md`: the text between `<!-- generated: NAME -->` and
 * `<!-- end -->` is generated from schemas, catalogue and constants, so that the reference can't differ from the program.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { protocolTables } from './protocol-tables.mjs'

const folder = path.join('docs', 'protocol')
const index = path.join('docs', 'protocol.md')
const part = /(<!-- generated: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/gu

/**
 * @param {string} root of the repository
 * @returns {Promise<{ file: string, text: string }[]>}
 */
export async function protocolDocuments(root) {
  const names = (await readdir(path.join(root, folder))).filter((name) => name.endsWith('.md')).sort()
  const files = [index, ...names.map((name) => path.join(folder, name))]
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')))
  const anchors = files.flatMap((file, at) => anchorsIn(file, texts[at]))
  const tables = { ...(await protocolTables(root)), anchors: anchorTable(anchors) }
  return files.map((file, at) => ({ file: path.join(root, file), text: filled(file, texts[at], tables) }))
}

/**
 * @param {string} file named in an error
 * @param {string} text with marked parts
 * @param {Record<string, string>} tables name of a part → its text
 */
export function filled(file, text, tables) {
  return text.replace(part, (_all, begin, name, end) => {
    if (!Object.hasOwn(tables, name)) throw new Error(`${file} has a generated part that nobody writes: ${name}`)
    return `${begin}\n${tables[name]}\n\n${end}`
  })
}

/** Each anchor with the heading that follows it, or the one above it. */
function anchorsIn(file, text) {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const id = /^<a id="([a-z0-9-]+)"><\/a>$/u.exec(line)?.[1]
    if (id === undefined) return []
    const next = headingIn(lines[at + 1])
    const under = lines.slice(0, at).map(headingIn).findLast(Boolean)
    return [{ id, file, title: next ?? under ?? '' }]
  })
}

const headingIn = (line) => /^#{1,4} (.+)$/u.exec(line ?? '')?.[1]

/** Anchors of the other documents are in the index too: `docs/protocol.md#frames` leads to the row, the row to the section. */
const anchorTable = (anchors) =>
  [
    '| anchor | section | in |',
    '|---|---|---|',
    ...anchors.map(({ id, file, title }) =>
      file === index
        ? `| [${id}](#${id}) | ${title} | this page |`
        : `| <a id="${id}"></a>[${id}](protocol/${path.basename(file)}#${id}) | ${title} | ${path.basename(file, '.md')} |`,
    ),
  ].join('\n')
