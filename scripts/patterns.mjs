/**
 * Registry of regular expressions (`test/fixtures/linear-patterns.json`): each one in the program, with the proof that its
 * time grows with the text and no faster.
 *
 * Without arguments it has new ones checked by `recheck`, and fails for one that is not linear: rewrite it, make it a
 * `linearPattern`, or record in the registry why it is harmless. `--check` writes nothing, and fails when the registry
 * and the program differ.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'

const root = path.resolve(import.meta.dirname, '..')
const registry = path.join(root, 'test', 'fixtures', 'linear-patterns.json')
const folders = ['src-main', 'src-renderer', 'src-phone', 'src-overlay', 'agents/kit']
const known = JSON.parse(await readFile(registry, 'utf8').catch(() => '{}'))
const used = new Map()

for (const folder of folders) {
  const names = await readdir(path.join(root, folder), { recursive: true }).catch(() => [])
  for (const name of names.filter((one) => /\.tsx?$/u.test(one) && !/^(?:test|dist)[/\\]/u.test(one)))
    await collect(path.join(folder, name))
}

const unknown = [...used.keys()].filter((literal) => !Object.hasOwn(known, literal))
const gone = Object.keys(known).filter((literal) => !used.has(literal))
const name = (literal) => `${used.get(literal)}: ${literal}`

if (process.argv.includes('--check')) {
  for (const literal of unknown) console.error(`not in the registry: ${name(literal)}`)
  for (const literal of gone) console.error(`not in the program any more: ${literal}`)
  if (unknown.length + gone.length > 0) {
    console.error('Run `npm run patterns`.')
    process.exitCode = 1
  }
} else {
  const { checkSync } = await import('recheck')
  for (const literal of unknown) {
    const [, source, flags] = /^\/(.*)\/([a-z]*)$/su.exec(literal)
    const { status, attack } = checkSync(source, flags, { timeout: 20_000 })
    if (status === 'safe') known[literal] = 'recheck'
    else {
      console.error(`${status === 'unknown' ? 'not decided' : 'not linear'}: ${name(literal)}`)
      if (attack) console.error(`  with ${attack.pattern}`)
      process.exitCode = 1
    }
  }
  const kept = Object.keys(known).filter((literal) => used.has(literal))
  const sorted = Object.fromEntries(kept.sort().map((literal) => [literal, known[literal]]))
  await writeFile(registry, `${JSON.stringify(sorted, null, 2)}\n`)
  console.log(`${kept.length} expressions, ${unknown.length} of them new`)
}

async function collect(file) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const text = await readFile(path.join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind)
  visit(source)

  function visit(node) {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) used.set(node.text, file)
    ts.forEachChild(node, visit)
  }
}
